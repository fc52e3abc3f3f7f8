import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, newId, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { staffErrors, staffStates } from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import type { PartnerRow } from "../company/tables.ts";
import { followStaff } from "./account.ts";
import { freezeIfIncomplete } from "./certs.ts";
import { lockSeats, lockWithPartner } from "./find.ts";
import { identityOf, keepsPhone, refuseIdentity, refuseNumberGuesser, refuseNumbers } from "./identity.ts";
import { placeOf, refuseRoles } from "./place.ts";
import { presentDetail } from "./present.ts";
import { type StaffRow, staffs } from "./tables.ts";
import { refusePartner } from "./takes-staff.ts";

type Detail = AnswerFrom<typeof contract.getStaff>;
type NewStaff = Omit<BodyOf<typeof contract.createStaff>, "partnerId">;

export async function createStaff(
  tx: Tx,
  { partnerId, ...told }: BodyOf<typeof contract.createStaff>,
): Promise<Detail> {
  const partner = await requirePartner(tx, partnerId);
  await refuseRoles(tx, partner, told.roleIds);
  return presentDetail(tx, await insertStaff(tx, partner, told));
}

/** Somebody new, who waits for review. The partner stays in its state until this ends. */
export async function insertStaff(
  tx: Tx,
  { id: partnerId }: Pick<PartnerRow, "id">,
  told: NewStaff,
): Promise<StaffRow> {
  const partner = await lockSeats(tx, partnerId);
  refusePartner(partner);
  const place = await placeOf(tx, partner, told);
  await refuseIdentity(tx, told);
  const { phone, idNo, storeId: _store, ...plain } = told;
  const id = newId();
  return insertRecord(tx, staffs, {
    id,
    staffNo: await tx.nextNumber("partnerStaff"),
    ...tx.vault.seal({ field: "phone", kind: "phone", text: phone, id }),
    ...tx.vault.seal({ field: "idNo", kind: "idCard", text: idNo, id }),
    ...plain,
    ...place,
    partnerId,
    leaveOn: null,
    userId: null,
    state: "REVIEW",
    stateReason: null,
    freezeSources: [],
    isReadOnly: false,
    submittedBy: tx.actor.userId,
    activatedAt: null,
    accountUntil: null,
    certWaiver: null,
  });
}

/**
 * A new position opens no account, however little it asks for, and one that asks for more takes it away (PT-R12). Roles do not
 * hang on the position: whoever waits for an account is reviewed anew, or a position that asks for nothing would open it.
 */
export async function editStaff(tx: Tx, id: string, body: BodyOf<typeof contract.editStaff>): Promise<Detail> {
  const { version, phone, idNo, wecomUserId, ...plain } = body;
  const { staff, partner } = await lockWithPartner(tx, id, version);
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
}

/** Whoever leaves or has left stays as they are known: the account follows no change of theirs any more. */
export function refuseLeaver({ state }: Pick<StaffRow, "state">): void {
  if (state === "LEFT" || state === "LEAVING") staffStates.next(state, "resubmit");
}

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
  const { id } = staff;
  const was = identityOf(tx, staff);
  if (phone !== undefined || idNo !== undefined) await refuseNumberGuesser(tx);
  const [isPhoneNew, isIdNew] = [phone !== undefined && phone !== was.phone, idNo !== undefined && idNo !== was.idNo];
  if (!isPhoneNew && !isIdNew && staff.state !== "REJECTED") return {};
  const now = { phone: phone ?? was.phone, idNo: idNo ?? was.idNo };
  if (staff.userId !== null && isIdNew) await refuseNumbers(tx, now, staffErrors.staffFixed());
  if (isPhoneNew && keepsPhone(staff)) await refuseNumbers(tx, now, staffErrors.staffPhoneKept());
  await refuseIdentity(tx, { ...now, staffId: id });
  return {
    ...tx.vault.seal({ field: "phone", kind: "phone", text: now.phone, id }),
    ...tx.vault.seal({ field: "idNo", kind: "idCard", text: now.idNo, id }),
  };
}

/** Whoever left comes back under the same number, and is reviewed anew. */
export async function rehireStaff(
  tx: Tx,
  id: string,
  { version, storeId, ...told }: BodyOf<typeof contract.rehireStaff>,
): Promise<Detail> {
  const { staff, partner } = await lockWithPartner(tx, id, version);
  const state = staffStates.next(staff.state, "rehire");
  refusePartner(partner);
  await refuseRoles(tx, partner, told.roleIds);
  const place = await placeOf(tx, partner, { storeId, positionCode: told.positionCode });
  await refuseIdentity(tx, identityOf(tx, staff));
  const back = { leaveOn: null, stateReason: null, certWaiver: null, submittedBy: tx.actor.userId, freezeSources: [] };
  return presentDetail(tx, await changeRecord(tx, staffs, staff, { state, ...told, ...place, ...back }));
}
