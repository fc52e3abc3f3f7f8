import { closeAccount } from "@ops/authority/server";
import { changeRecord, type Tx } from "@ops/platform/server";
import { staffStates } from "../../contract/index.ts";
import { type StaffRow, staffs } from "../staff/tables.ts";

/** Nothing is left in hand: the account is closed and the seat is free. */
export async function endStaff(tx: Tx, staff: StaffRow): Promise<StaffRow> {
  if (staff.userId) await closeAccount(tx, staff.userId);
  const state = staffStates.next(staff.state, "leave");
  return changeRecord(tx, staffs, staff, { state, freezeSources: [], isReadOnly: false });
}
