import type { StaffDetail } from "@ops/store/contract";
import { InterviewTable } from "./InterviewTable.tsx";

/** 面试记录 of a candidate. */
export function InterviewsTab({ record }: { readonly record: StaffDetail }) {
  return <InterviewTable filters={{ staffId: record.id }} />;
}
