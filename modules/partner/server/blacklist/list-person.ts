import { masks } from "@ops/platform/contract";
import { insertRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
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

/** Adds a person; null if the person is on the list already. */
export async function listPerson(tx: Tx, person: RestrictedPerson): Promise<BlacklistRow | null> {
  const { name, idNo, phone, reason, untilOn } = person;
  const idNoHash = idNo === null ? null : tx.vault.hash("idCard", idNo);
  const phoneHash = phone === null ? null : tx.vault.hash("phone", phone);
  const { rows } = await sql`select 1 from partner_blacklist
    where id_no_hash = ${idNoHash} or phone_hash = ${phoneHash}`.execute(tx.kysely);
  if (rows.length > 0) return null;
  const masked = {
    idNoMasked: idNo === null ? null : masks.idCard(idNo),
    phoneMasked: phone === null ? null : masks.phone(phone),
  };
  return insertRecord(tx, blacklist, { name, idNoHash, phoneHash, ...masked, reason, untilOn });
}

/**
 * Adds a person to the list of restricted persons, for modules above. The caller has checked the rights. Idempotent.
 */
export async function addToBlacklist(tx: Tx, person: RestrictedPerson): Promise<void> {
  if (person.idNo === null && person.phone === null) throw new Error("a restricted person has an id number or a phone");
  await listPerson(tx, person);
}
