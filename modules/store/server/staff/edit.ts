import { lookupPeople, resetAccountPassword } from "@ops/authority/server";
import { lockRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { isWorking, staffErrors } from "../../contract/index.ts";
import { changeStaff } from "./change.ts";
import { insertStaff } from "./insert.ts";
import { presentStaff } from "./present.ts";
import { staffTable } from "./tables.ts";

export const createStaff = writes(contract.createStaff, async (tx, { body }) =>
  presentStaff(tx, await insertStaff(tx, body)),
);

export const editStaff = writes(contract.editStaff, async (tx, { params, body: { version, ...told } }) => {
  const staff = await lockRecord(tx, staffTable, params.id, version, presentStaff);
  return presentStaff(tx, await changeStaff(tx, staff, told));
});

export const resetStaffPassword = writes(contract.resetStaffPassword, async (tx, { params, body }) => {
  const staff = await lockRecord(tx, staffTable, params.id, body.version, presentStaff);
  const { userId, state } = staff;
  if (userId === null || !isWorking(state)) throw staffErrors.staffNoAccount();
  if ((await lookupPeople(tx, [userId])).get(userId)?.userType !== "STORE") throw staffErrors.staffInternal();
  tx.trail.reason = body.reason;
  // this comes before the account, so that the entry belongs to the log of the person
  tx.trail.about(staffTable.name, staff.id, staff.staffNo ?? staff.name);
  await resetAccountPassword(tx, userId);
  return presentStaff(tx, staff);
});
