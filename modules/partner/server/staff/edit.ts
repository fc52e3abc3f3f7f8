import { changeRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { staffErrors, staffStates } from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import type { PartnerRow } from "../company/tables.ts";
import { followStaff } from "./account.ts";
import { freezeIfIncomplete } from "./cert-freeze.ts";
import { lockWithPartner } from "./find.ts";
import { identityOf, keepsPhone, refuseIdentity, refuseNumberGuesser, refuseNumbers } from "./identity.ts";
import { insertStaff, refuseLeaver } from "./insert.ts";
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
 * A new position opens no account, however little it asks for, and one that asks for more takes it away (PT-R12). Roles do not
 * hang on the position: whoever waits for an account is reviewed anew, or a position that asks for nothing would open it.
 */
export const editStaff = writes(contract.editStaff, async (tx, { params, body }) => {
  const { version, phone, idNo, wecomUserId, ...plain } = body;
  const { staff, partner } = await lockWithPartner(tx, params.id, version);
  refuseLeaver(staff);
  await refuseRoles(tx, partner, plain.roleIds);
  await placeOf(tx, partner, { storeId: staff.storeId, positionCode: plain.positionCode });
  const isMoved = plain.positionCode !== staff.positionCode;
  const state = stateAfterEdit(tx, staff, { partner, isMoved });
  // the last that may refuse: a refusal for anything else would tell for free that nobody has these numbers
  const identity = await newIdentity(tx, staff, { phone, idNo });
  const account = wecomUserId === undefined ? {} : { wecomUserId };
  const edited = await changeRecord(tx, staffs, staff, { ...plain, ...identity, ...state, ...account });
  await followStaff(tx, staff, edited);
  return presentDetail(tx, isMoved ? await freezeIfIncomplete(tx, edited) : edited);
});

/** Whoever was refused is handed in again; whoever waits for an account in another position is reviewed in that one. */
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

/** Once there is an account, it belongs to the id number that it was opened for; the phone may change. */
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

/** Whoever left comes back under the same number, and is reviewed anew. */
export const rehireStaff = writes(contract.rehireStaff, async (tx, { params, body: { version, storeId, ...told } }) => {
  const { staff, partner } = await lockWithPartner(tx, params.id, version);
  const state = staffStates.next(staff.state, "rehire");
  refusePartner(partner);
  await refuseRoles(tx, partner, told.roleIds);
  const place = await placeOf(tx, partner, { storeId, positionCode: told.positionCode });
  await refuseIdentity(tx, identityOf(tx, staff));
  const back = { leaveOn: null, stateReason: null, certWaiver: null, submittedBy: tx.actor.userId, freezeSources: [] };
  return presentDetail(tx, await changeRecord(tx, staffs, staff, { state, ...told, ...place, ...back }));
});
