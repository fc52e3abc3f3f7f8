import type { Tx } from "@ops/platform/server";
import { workingStates } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import type { StaffRow } from "../staff/tables.ts";

/** The own people who work in a store, by number. Locks nothing. */
export function peopleAt(tx: Tx, storeId: string): Promise<StaffRow[]> {
  return findRows(tx, "storeStaff", { storeId, state: [...workingStates] }, "staffNo");
}
