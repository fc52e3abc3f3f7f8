import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { isHiring, isWorking, staffErrors } from "../../contract/index.ts";
import { requireSeat, type SeatFrom } from "../headcount/seats.ts";
import { followStaff } from "./account.ts";
import { bindStaffFiles } from "./files.ts";
import { followCandidate, requireInterviewed } from "./hooks.ts";
import { countTyped, identityOf, personKeyOf, refuseIdentity, refuseMinor } from "./identity.ts";
import { joinEmployments } from "./insert.ts";
import { requireMentor, requirePlace, requireReferrer } from "./place.ts";
import { type StaffRow, staffTable } from "./tables.ts";

export type Told = Omit<BodyOf<typeof contract.editStaff>, "version">;

/** Asks everything that a change has to pass. */
export async function requireChange(
  tx: Tx,
  staff: StaffRow,
  told: Told,
  earlier: readonly SeatFrom[] = [],
): Promise<void> {
  await requirePlaceAfter(tx, staff, told);
  const seat = seatAfter(staff, told);
  if (seat) await requireSeat(tx, { ...seat, staffId: staff.id }, earlier);
  await requireMentor(tx, told.mentorStaffId, told.storeId);
  requireReferrer(told);
  const { isIdNew, isPhoneNew, ...identity } = identityAfter(tx, staff, told);
  if (isIdNew && staff.idNoHash !== null && isWorking(staff.state)) {
    throw staffErrors.staffIdFixed(undefined, { field: "idNo" });
  }
  refuseMinor(identity.idNo, told.entryDate);
  if (isIdNew || isPhoneNew) await refuseIdentity(tx, identity);
}

/** Changes a person whose record is locked; the account follows. */
export function changeStaff(tx: Tx, staff: StaffRow, told: Told): Promise<StaffRow> {
  const { phone, idNo, photoFileIds, resumeFileIds, ...plain } = told;
  return countTyped(tx, { phone, idNo }, async () => {
    await requireChange(tx, staff, told);
    const files = await bindStaffFiles(tx, staff.id, { photoFileIds, resumeFileIds });
    const { isIdNew, ...identity } = identityAfter(tx, staff, told);
    const personKey = isIdNew ? await joinEmployments(tx, staff, personKeyOf(tx, identity)) : staff.personKey;
    const changed = await changeRecord(tx, staffTable, staff, { ...plain, ...files, phone, idNo, personKey });
    await followStaff(tx, staff, changed);
    await followCandidate(tx, staff, changed);
    return changed;
  });
}

type Place = Pick<StaffRow, "storeId" | "positionCode" | "entryDate">;

async function requirePlaceAfter(tx: Tx, staff: StaffRow, { storeId, positionCode, entryDate }: Place): Promise<void> {
  const { state } = staff;
  const isElsewhere = storeId !== staff.storeId || positionCode !== staff.positionCode;
  if (!isHiring(state) && !isWorking(state)) throw staffErrors.staffGone();
  if (isElsewhere && isWorking(state)) throw staffErrors.staffPlace();
  if (isElsewhere) await requirePlace(tx, { storeId, positionCode });
  if (state === "TO_JOIN" && positionCode !== staff.positionCode) {
    await requireInterviewed(tx, { id: staff.id, positionCode });
  }
  const isExpected = state === "TO_JOIN" || isWorking(state);
  if (isExpected && entryDate === null) throw staffErrors.staffEntryNeeded(undefined, { field: "entryDate" });
}

/** Somebody 待入职 who gets another day or place needs a seat there (ST-R8). */
export function seatAfter(staff: StaffRow, { storeId, positionCode, entryDate }: Place): SeatFrom | null {
  const isSame = storeId === staff.storeId && positionCode === staff.positionCode && entryDate === staff.entryDate;
  if (staff.state !== "TO_JOIN" || isSame || entryDate === null) return null;
  return { storeId, positionCode, day: entryDate };
}

function identityAfter(tx: Tx, staff: StaffRow, { phone, idNo }: Told) {
  const was = identityOf(tx, staff);
  const identity = { ...was, phone: phone ?? was.phone, idNo: idNo ?? was.idNo };
  return { ...identity, isIdNew: identity.idNo !== was.idNo, isPhoneNew: identity.phone !== was.phone };
}
