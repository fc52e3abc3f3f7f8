import type { StaffDetail } from "@ops/store/contract";
import { MovementTable } from "./MovementTable.tsx";

/** 异动与交接 of a person (5.4). */
export function MovementsTab({ record: { id } }: { readonly record: StaffDetail }) {
  return <MovementTable filters={{ staffId: id }} />;
}
