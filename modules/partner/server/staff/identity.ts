import { plainUserFields } from "@ops/authority/contract";
import { type BusinessError, dayOf, masks } from "@ops/platform/contract";
import { findRecord, refuseGuesser, seesAllInClear, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { staffErrors, unmaskStaff } from "../../contract/index.ts";
import { db } from "../database.ts";
import { phoneHolder } from "./phone-holder.ts";
import { type StaffRow, staffs } from "./tables.ts";

export interface Identity {
  readonly phone: string;
  readonly idNo: string;
  /** The record that these belong to already. */
  readonly staffId?: string;
}

/** What somebody is known by, read from under the seal. */
export function identityOf(tx: Tx, { id, phoneCipher, idNoCipher }: StaffRow): Required<Identity> {
  return { phone: tx.vault.open(phoneCipher, id), idNo: tx.vault.open(idNoCipher, id), staffId: id };
}

interface IdentityFault {
  readonly error: BusinessError;
  /** The phone is that of somebody whom the reader finds by it anyway; then the answer tells nothing new. */
  readonly isSeen: boolean;
}

const isFree = (tx: Tx) => seesAllInClear(tx, [unmaskStaff.bizType, plainUserFields.bizType]);

/** Before a typed phone or id number is compared with any that is stored (PF-R104). */
export async function refuseNumberGuesser(tx: Tx): Promise<void> {
  if (!(await isFree(tx))) await refuseGuesser(tx);
}

/** A refusal that tells how typed numbers compare with stored ones: it counts like a search in vain (PF-R104). */
export async function refuseNumbers(tx: Tx, { phone, idNo }: Identity, refusal: BusinessError): Promise<never> {
  await tx.noteWholeSearch({
    bizType: staffs.name,
    label: "录入人员",
    text: `${phone} ${idNo}`,
    shown: `${masks.phone(phone)} ${masks.idCard(idNo)}`,
    found: [],
    told: refusal.message,
    isFree: await isFree(tx),
  });
  throw refusal;
}

/** PT-R9: nobody twice, nobody of the brand, nobody on the list. Who tries number after number is stopped (PF-R104). */
export async function refuseIdentity(tx: Tx, identity: Identity): Promise<void> {
  await refuseNumberGuesser(tx);
  const fault = await identityFault(tx, identity);
  if (!fault) return;
  if (fault.isSeen) throw fault.error;
  await refuseNumbers(tx, identity, fault.error);
}

/** PT-R9 as an answer, for whoever goes on without. */
export async function identityFault(tx: Tx, identity: Identity): Promise<IdentityFault | null> {
  const { phone, idNo, staffId } = identity;
  return (
    (await takenFault(tx, { column: "phoneHash", hash: tx.vault.hash("phone", phone), staffId })) ??
    (await takenFault(tx, { column: "idNoHash", hash: tx.vault.hash("idCard", idNo), staffId })) ??
    (await accountFault(tx, identity)) ??
    (await listedFault(tx, identity))
  );
}

/** PT-R13: the code that gives the account back goes to the phone that the person had before. */
export function keepsPhone({ freezeSources }: StaffRow): boolean {
  return freezeSources.includes("INACTIVE");
}

interface Taken {
  readonly column: "phoneHash" | "idNoHash";
  readonly hash: Buffer;
  readonly staffId: string | undefined;
}

async function takenFault(tx: Tx, { column, hash, staffId }: Taken): Promise<IdentityFault | null> {
  let asked = db(tx)
    .selectFrom("partnerStaff")
    .select("id")
    .where(column, "=", hash)
    .where("state", "not in", ["LEFT", "REJECTED"]);
  if (staffId) asked = asked.where("id", "<>", staffId);
  const other = await asked.executeTakeFirst();
  if (!other) return null;
  // people of another partner have no name here
  const seen = await findRecord(tx, staffs, other.id);
  const name = seen?.name ?? "他人";
  const error = column === "phoneHash" ? staffErrors.staffPhone({ name }) : staffErrors.staffIdNo({ name });
  // by the id number of somebody who is seen, it is told that nobody has the phone
  return { error, isSeen: column === "phoneHash" && seen !== null };
}

async function accountFault(tx: Tx, identity: Identity): Promise<IdentityFault | null> {
  const holder = await phoneHolder(tx, identity);
  if (holder?.is === "EMPLOYEE") return { error: staffErrors.staffEmployee(), isSeen: false };
  return holder?.is === "OTHER" ? { error: staffErrors.staffPhone({ name: "他人" }), isSeen: false } : null;
}

/** The reason is not told: the partner learns that it is so and no more. */
async function listedFault(tx: Tx, { phone, idNo }: Identity): Promise<IdentityFault | null> {
  const [phoneHash, idNoHash] = [tx.vault.hash("phone", phone), tx.vault.hash("idCard", idNo)];
  const { rows } = await sql`select 1 from partner_blacklist
    where (phone_hash = ${phoneHash} or id_no_hash = ${idNoHash})
      and (until_on is null or until_on >= ${dayOf(tx.now)}::date)`.execute(tx.kysely);
  return rows.length > 0 ? { error: staffErrors.staffBlack(), isSeen: false } : null;
}
