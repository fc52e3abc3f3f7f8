import { type BodyOf, BusinessError } from "@ops/platform/contract";
import { insertRecord, newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { createStaff } from "../../contract/index.ts";
import { holdSeats, requireSeat, type SeatFrom } from "../headcount/seats.ts";
import { bindStaffFiles } from "./files.ts";
import { countTyped, knownAmong, personKeyOf, refuseIdentity, refuseMinor } from "./identity.ts";
import { holdPlaces, requireMentor, requirePlace, requireReferrer } from "./place.ts";
import { type StaffRow, staffTable } from "./tables.ts";

/** A person of an import is 待入职 at once and needs a seat. */
export type NewStaff = Omit<BodyOf<typeof createStaff>, "source"> &
  Pick<StaffRow, "source"> &
  Partial<Pick<StaffRow, "personKey" | "state">>;

/** What is asked of the database for a new person; for the rows of a file it is asked for many at once. */
export interface NewStaffChecks {
  readonly place: (told: NewStaff) => Promise<void>;
  readonly seat: (asked: SeatFrom, earlier: readonly SeatFrom[]) => Promise<void>;
  readonly identity: (told: NewStaff) => Promise<void>;
}

const typedNumbers = ({ phone, idNo = null }: NewStaff) => ({ phone, idNo });

const checksOfOne = (tx: Tx): NewStaffChecks => ({
  place: (told) => requirePlace(tx, told),
  seat: (asked, earlier) => requireSeat(tx, asked, earlier),
  identity: (told) => refuseIdentity(tx, typedNumbers(told)),
});

/** Locks what many new people ask for and finds who of them may be known, so that each of them needs no more statements. */
export async function prepareChecks(tx: Tx, people: readonly NewStaff[]): Promise<NewStaffChecks> {
  const place = await holdPlaces(tx, people);
  const placed: NewStaff[] = [];
  for (const told of people) if (await passes(() => place(told))) placed.push(told); // others get no cell
  const seat = await holdSeats(tx, placed);
  const asked = people.map((told) => ({ ...typedNumbers(told), told }));
  const known = new Set([...(await knownAmong(tx, asked))].map(({ told }) => told));
  const identity = async (told: NewStaff) => {
    if (known.has(told)) await refuseIdentity(tx, typedNumbers(told));
  };
  return { place, seat, identity };
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (refusal) {
    if (refusal instanceof BusinessError) return false;
    throw refusal;
  }
}

/** Asks everything that a new person has to pass. */
export async function requireNewStaff(
  tx: Tx,
  told: NewStaff,
  earlier: readonly SeatFrom[] = [],
  checks: NewStaffChecks = checksOfOne(tx),
): Promise<void> {
  const { phone, idNo = null, storeId, positionCode, entryDate, mentorStaffId, state } = told;
  await checks.place(told);
  await requireMentor(tx, mentorStaffId, storeId);
  requireReferrer(told);
  refuseMinor(idNo, entryDate);
  if (state === "TO_JOIN" && entryDate) await checks.seat({ storeId, positionCode, day: entryDate }, earlier);
  // this is the last check that can refuse: refusals for other reasons would otherwise tell that these numbers are free
  await countTyped(tx, { phone, idNo }, () => checks.identity(told));
}

/** Adds a person after all checks, as a candidate unless told otherwise. */
export async function insertStaff(tx: Tx, told: NewStaff): Promise<StaffRow> {
  await requireNewStaff(tx, told);
  return insertChecked(tx, told);
}

/** Adds a person who has passed all checks in this transaction. */
export async function insertChecked(tx: Tx, told: NewStaff): Promise<StaffRow> {
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
