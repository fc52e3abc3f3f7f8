import { changeRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { staffErrors, staffStates } from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import type { PartnerRow } from "../company/tables.ts";
import { followStaff } from "./account/account.ts";
import { freezeIfIncomplete } from "./account/cert-freeze.ts";
import { lockWithPartner } from "./find.ts";
import { identityOf, keepsPhone, refuseIdentity, refuseNumberGuesser, refuseNumbers } from "./identity.ts";
import { insertStaff, refuseLeaver } from "./import/insert.ts";
import { placeOf, refuseRoles } from "./place.ts";
import { presentDetail } from "./present.ts";
import { type StaffRow, staffs } from "./tables.ts";
import { refusePartner } from "./takes-staff.ts";

export const createStaff = writes(contract.createStaff, async (tx, { body: { partnerId, ...told } }) => {
  const partner = await requirePartner(tx, partnerId);
  await refuseRoles(tx, partner, told.roleIds);
  return presentDetail(tx, await insertStaff(tx, partner, told));
});

/**
 * Edits a person. A new position never opens an account, and one that requires more certificates freezes it (PT-R12). A
 * person who waits for an account is reviewed again, because otherwise a position without certificates would open it.
 */
export const editStaff = writes(contract.editStaff, async (tx, { params, body }) => {
  const { version, phone, idNo, wecomUserId, ...plain } = body;
  const { staff, partner } = await lockWithPartner(tx, params.id, version);
  refuseLeaver(staff);
  await refuseRoles(tx, partner, plain.roleIds);
  await placeOf(tx, partner, { storeId: staff.storeId, positionCode: plain.positionCode });
  const isMoved = plain.positionCode !== staff.positionCode;
  const state = stateAfterEdit(tx, staff, { partner, isMoved });
  // this is the last check that can refuse: refusals for other reasons would otherwise tell that these numbers are free
  const identity = await newIdentity(tx, staff, { phone, idNo });
  const account = wecomUserId === undefined ? {} : { wecomUserId };
  const edited = await changeRecord(tx, staffs, staff, { ...plain, ...identity, ...state, ...account });
  await followStaff(tx, staff, edited);
  return presentDetail(tx, isMoved ? await freezeIfIncomplete(tx, edited) : edited);
});

/**
 * Submits a rejected person again, and sends a person who waits for an account back to review if the position changes.
 */
function stateAfterEdit(
  tx: Tx,
  { state }: StaffRow,
  { partner, isMoved }: { readonly partner: PartnerRow; readonly isMoved: boolean },
): Partial<StaffRow> {
  const submittedBy = tx.actor.userId;
  if (state === "REJECTED") {
    refusePartner(partner);
    return { state: staffStates.next(state, "resubmit"), submittedBy, stateReason: null };
  }
  if (state !== "TRAINING" || !isMoved) return {};
  return { state: staffStates.next(state, "changePosition"), submittedBy, certWaiver: null };
}

/**
 * Makes the new identity. An account belongs to the id number for which it was opened, so only the phone can change
 * then.
 */
async function newIdentity(
  tx: Tx,
  staff: StaffRow,
  { phone, idNo }: { phone?: string | undefined; idNo?: string | undefined },
) {
  const was = identityOf(tx, staff);
  if (phone !== undefined || idNo !== undefined) await refuseNumberGuesser(tx);
  const [isPhoneNew, isIdNew] = [phone !== undefined && phone !== was.phone, idNo !== undefined && idNo !== was.idNo];
  if (!isPhoneNew && !isIdNew && staff.state !== "REJECTED") return {};
  const now = { phone: phone ?? was.phone, idNo: idNo ?? was.idNo };
  if (staff.userId !== null && isIdNew) await refuseNumbers(tx, now, staffErrors.staffFixed());
  if (isPhoneNew && keepsPhone(staff)) await refuseNumbers(tx, now, staffErrors.staffPhoneKept());
  await refuseIdentity(tx, { ...now, staffId: staff.id });
  return now;
}
