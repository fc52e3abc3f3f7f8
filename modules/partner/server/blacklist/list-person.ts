import { dayOf, masks } from "@ops/platform/contract";
import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { type BlacklistRow, blacklist } from "./tables.ts";

/** A person whom no partner may employ, known by id number, phone or both. */
export interface RestrictedPerson {
  readonly name: string;
  readonly idNo: string | null;
  readonly phone: string | null;
  readonly reason: string;
  /** The last day of the restriction; null if it has no end. */
  readonly untilOn: string | null;
}

/** Adds a person or strengthens the entries that are there; null if the list restricts the person as much already. */
export async function listPerson(tx: Tx, person: RestrictedPerson): Promise<BlacklistRow | null> {
  const { name, reason, untilOn } = person;
  const numbers = numbersOf(tx, person);
  const own = (await lockMatching(tx, numbers)).filter((row) => !isOther(row, numbers));
  const missing = missingIn(own, numbers);
  const strengthened: BlacklistRow[] = [];
  for (const row of own) strengthened.push(await strengthen(tx, row, missing, person));
  const left = missingIn(strengthened, numbers);
  if (left.idNoHash || left.phoneHash) return insertRecord(tx, blacklist, { name, reason, untilOn, ...left });
  return strengthened.find((row, at) => row !== own[at]) ?? null;
}

/**
 * Adds a person to the list of restricted persons, for modules above. The caller has checked the rights. An entry that
 * is there is only made stronger, so the same person told twice changes nothing.
 */
export async function addToBlacklist(tx: Tx, person: RestrictedPerson): Promise<void> {
  if (person.idNo === null && person.phone === null) throw new Error("a restricted person has an id number or a phone");
  await listPerson(tx, person);
}

type Numbers = Pick<BlacklistRow, "idNoHash" | "idNoMasked" | "phoneHash" | "phoneMasked">;

function numbersOf(tx: Tx, { idNo, phone }: RestrictedPerson): Numbers {
  return {
    idNoHash: idNo === null ? null : tx.vault.hash("idCard", idNo),
    idNoMasked: idNo === null ? null : masks.idCard(idNo),
    phoneHash: phone === null ? null : tx.vault.hash("phone", phone),
    phoneMasked: phone === null ? null : masks.phone(phone),
  };
}

/** Locks the entries with one of the numbers. */
function lockMatching(tx: Tx, { idNoHash, phoneHash }: Numbers): Promise<BlacklistRow[]> {
  return db(tx)
    .selectFrom("partnerBlacklist")
    .selectAll()
    .where((is) => is.or([is("idNoHash", "=", idNoHash), is("phoneHash", "=", phoneHash)]))
    .orderBy("id")
    .forUpdate()
    .execute();
}

/**
 * Tells whether the entry is about somebody with another id number. Phones are given out anew, so both may have been
 * listed with the same one; each keeps it, and it is restricted as long as one of them is.
 */
function isOther(row: BlacklistRow, { idNoHash }: Numbers): boolean {
  return row.idNoHash !== null && idNoHash !== null && !row.idNoHash.equals(idNoHash);
}

/** The numbers that no entry has. */
function missingIn(rows: readonly BlacklistRow[], { idNoHash, idNoMasked, phoneHash, phoneMasked }: Numbers): Numbers {
  const hasIdNo = rows.some((row) => idNoHash !== null && row.idNoHash?.equals(idNoHash));
  const hasPhone = rows.some((row) => phoneHash !== null && row.phoneHash?.equals(phoneHash));
  return {
    idNoHash: hasIdNo ? null : idNoHash,
    idNoMasked: hasIdNo ? null : idNoMasked,
    phoneHash: hasPhone ? null : phoneHash,
    phoneMasked: hasPhone ? null : phoneMasked,
  };
}

/** Fills in missing numbers and moves the end out. Whose restriction had ended is listed for the new reason. */
async function strengthen(tx: Tx, row: BlacklistRow, missing: Numbers, person: RestrictedPerson) {
  const takesIdNo = row.idNoHash === null && missing.idNoHash !== null;
  const takesPhone = row.phoneHash === null && missing.phoneHash !== null;
  const untilOn = laterEnd(row.untilOn, person.untilOn);
  if (!takesIdNo && !takesPhone && untilOn === row.untilOn) return row;
  const { name, reason } = row.untilOn !== null && row.untilOn < dayOf(tx.now) ? person : row;
  const { idNoHash, idNoMasked } = takesIdNo ? missing : row;
  const { phoneHash, phoneMasked } = takesPhone ? missing : row;
  return changeRecord(tx, blacklist, row, { name, reason, untilOn, idNoHash, idNoMasked, phoneHash, phoneMasked });
}

/** The later of two last days. A restriction without an end is the latest. */
function laterEnd(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}
