import type { BodyOf } from "@ops/platform/contract";
import { insertRecord, newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { createStaff } from "../../contract/index.ts";
import { requireSeat, type SeatFrom } from "../headcount/seats.ts";
import { bindStaffFiles } from "./files.ts";
import { countTyped, personKeyOf, refuseIdentity, refuseMinor } from "./identity.ts";
import { requireMentor, requirePlace, requireReferrer } from "./place.ts";
import { type StaffRow, staffTable } from "./tables.ts";

/** A person of an import is 待入职 at once and needs a seat. */
export type NewStaff = Omit<BodyOf<typeof createStaff>, "source"> &
  Pick<StaffRow, "source"> &
  Partial<Pick<StaffRow, "personKey" | "state">>;

/** Asks everything that a new person has to pass. */
export async function requireNewStaff(tx: Tx, told: NewStaff, earlier: readonly SeatFrom[] = []): Promise<void> {
  const { phone, idNo = null, storeId, positionCode, entryDate, mentorStaffId, state } = told;
  await requirePlace(tx, told);
  await requireMentor(tx, mentorStaffId, storeId);
  requireReferrer(told);
  refuseMinor(idNo, entryDate);
  if (state === "TO_JOIN" && entryDate) await requireSeat(tx, { storeId, positionCode, day: entryDate }, earlier);
  // this is the last check that can refuse: refusals for other reasons would otherwise tell that these numbers are free
  await countTyped(tx, { phone, idNo }, () => refuseIdentity(tx, { phone, idNo }));
}

/** Adds a person after all checks, as a candidate unless told otherwise. */
export async function insertStaff(tx: Tx, told: NewStaff): Promise<StaffRow> {
  await requireNewStaff(tx, told);
  const { photoFileIds, resumeFileIds, ...plain } = told;
  const { phone, idNo = null } = plain;
  const id = newId();
  const files = await bindStaffFiles(tx, id, { photoFileIds, resumeFileIds });
  const personKey = personKeyOf(tx, { phone, idNo });
  return insertRecord(tx, staffTable, { personKey, ...plain, ...files, id, idNo });
}

/** Earlier employments were linked by the phone as long as the id number was not known. A corrected one joins nothing. */
export async function joinEmployments(tx: Tx, { id, idNoHash, personKey }: StaffRow, key: Buffer): Promise<Buffer> {
  if (idNoHash === null && !key.equals(personKey)) {
    const others = sql`person_key = ${personKey} and id <> ${id}`;
    await sql`update store_staff set person_key = ${key} where ${others}`.execute(tx.kysely);
  }
  return key;
}
