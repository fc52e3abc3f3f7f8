import { lookupPeople, resetAccountPassword } from "@ops/authority/server";
import { lockRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { isWorking, staffErrors, staffStates } from "../../contract/index.ts";
import { changeStaff } from "./change.ts";
import { identityOf } from "./identity.ts";
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

/** The numbers of the old record are opened here and sealed again, so nobody has to see them. */
export const rehireStaff = writes(contract.rehireStaff, async (tx, { params, body }) => {
  const { version, phone, idNo, ...told } = body;
  const staff = await lockRecord(tx, staffTable, params.id, version, presentStaff);
  const state = staffStates.next(staff.state, "rehire");
  const known = identityOf(tx, staff);
  const numbers = { phone: phone ?? known.phone, idNo: idNo ?? known.idNo };
  const isSamePerson = !idNo || known.idNo === null || idNo === known.idNo;
  const rehired = await insertStaff(tx, {
    ...told,
    ...numbers,
    state,
    ...(isSamePerson ? { personKey: staff.personKey } : {}),
  });
  return presentStaff(tx, rehired);
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
