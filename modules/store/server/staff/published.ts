import type { Tx } from "@ops/platform/server";
import { workingStates } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import type { StaffRow } from "./tables.ts";

/** Lists the own people who work in a store, by number and without regard to the scope. Locks nothing. */
export function peopleOf(tx: Tx, storeId: string): Promise<StaffRow[]> {
  return findRows(tx, "storeStaff", { storeId, state: [...workingStates] }, "staffNo");
}
