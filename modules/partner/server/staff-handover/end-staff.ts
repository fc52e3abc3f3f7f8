import { closeAccount } from "@ops/authority/server";
import { changeRecord, type Tx } from "@ops/platform/server";
import { staffStates } from "../../contract/index.ts";
import { tellPost } from "../staff/posts.ts";
import { type StaffRow, staffs } from "../staff/tables.ts";

/** Ends a person without open work: closes the account, which frees the seat. */
export async function endStaff(tx: Tx, staff: StaffRow): Promise<StaffRow> {
  if (staff.userId) await closeAccount(tx, staff.userId);
  const state = staffStates.next(staff.state, "leave");
  const left = await changeRecord(tx, staffs, staff, { state, freezeSources: [], isReadOnly: false });
  await tellPost(tx, staff, left);
  return left;
}
