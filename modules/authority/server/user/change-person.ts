import { changeRecord, type Tx } from "@ops/platform/server";
import {
  checkValidity,
  refuseAdministrator,
  refuseSelf,
  refuseStaffManaged,
  requireFreeStaffNos,
} from "../person/guards.ts";
import { type UserRow, users } from "../person/tables.ts";
import { refuseHigherRights } from "./higher-rights.ts";

type Personal = Pick<UserRow, "userName" | "staffNo" | "validUntil"> &
  Partial<Pick<UserRow, "remark" | "email" | "gender">>;

/** Changes the personal data of a user whose row the caller has locked. */
export async function changePerson(tx: Tx, user: UserRow, changes: Personal): Promise<UserRow> {
  refuseAdministrator(tx, user);
  const { userName, staffNo, validUntil } = changes;
  if (userName !== user.userName) refuseStaffManaged(user);
  if (staffNo !== null && staffNo !== user.staffNo) await requireFreeStaffNos(tx, [staffNo]);
  if (validUntil !== user.validUntil) {
    refuseSelf(tx, user.id);
    await refuseHigherRights(tx, user.id);
    checkValidity(tx, user.userType, validUntil);
  }
  return changeRecord(tx, users, user, changes);
}
