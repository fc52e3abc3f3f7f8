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
  /** The record to which these numbers already belong. */
  readonly staffId?: string;
}

/** Opens the sealed phone and id number of a person. */
export function identityOf(tx: Tx, { id, phoneCipher, idNoCipher }: StaffRow): Required<Identity> {
  return { phone: tx.vault.open(phoneCipher, id), idNo: tx.vault.open(idNoCipher, id), staffId: id };
}

interface IdentityFault {
  readonly error: BusinessError;
  /** Whether the reader can find the person by this phone anyway, so that the refusal tells nothing new. */
  readonly isSeen: boolean;
}

const isFree = (tx: Tx) => seesAllInClear(tx, [unmaskStaff.bizType, plainUserFields.bizType]);

/** Refuses readers who guess numbers, before a typed phone or id number is compared with stored ones (PF-R104). */
export async function refuseNumberGuesser(tx: Tx): Promise<void> {
  if (!(await isFree(tx))) await refuseGuesser(tx);
}

/**
 * Refuses in a way that counts like an unsuccessful search, because the refusal tells how typed numbers compare with
 * stored ones (PF-R104).
 */
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

/**
 * Refuses a person who is already staff, works for the brand or is on the list (PT-R9). Readers who try many numbers
 * are stopped (PF-R104).
 */
export async function refuseIdentity(tx: Tx, identity: Identity): Promise<void> {
  await refuseNumberGuesser(tx);
  const fault = await identityFault(tx, identity);
  if (!fault) return;
  if (fault.isSeen) throw fault.error;
  await refuseNumbers(tx, identity, fault.error);
}

/** Finds the fault that PT-R9 names, for callers that do not refuse. */
export async function identityFault(tx: Tx, identity: Identity): Promise<IdentityFault | null> {
  const { phone, idNo, staffId } = identity;
  return (
    (await takenFault(tx, { column: "phoneHash", hash: tx.vault.hash("phone", phone), staffId })) ??
    (await takenFault(tx, { column: "idNoHash", hash: tx.vault.hash("idCard", idNo), staffId })) ??
    (await accountFault(tx, identity)) ??
    (await listedFault(tx, identity))
  );
}

/**
 * Tells whether the phone must stay, because the code that unfreezes the account goes to the phone that the person had
 * before (PT-R13).
 */
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
  // people of another partner are not named
  const seen = await findRecord(tx, staffs, other.id);
  const name = seen?.name ?? "他人";
  const error = column === "phoneHash" ? staffErrors.staffPhone({ name }) : staffErrors.staffIdNo({ name });
  // a match of the id number also tells that the phone is free, so it counts as new information
  return { error, isSeen: column === "phoneHash" && seen !== null };
}

async function accountFault(tx: Tx, identity: Identity): Promise<IdentityFault | null> {
  const holder = await phoneHolder(tx, identity);
  if (holder?.is === "EMPLOYEE") return { error: staffErrors.staffEmployee(), isSeen: false };
  return holder?.is === "OTHER" ? { error: staffErrors.staffPhone({ name: "他人" }), isSeen: false } : null;
}

/** Finds a person on the list. The partner is not told the reason. */
async function listedFault(tx: Tx, { phone, idNo }: Identity): Promise<IdentityFault | null> {
  const hashes = { phoneHash: tx.vault.hash("phone", phone), idNoHash: tx.vault.hash("idCard", idNo) };
  return (await isListed(tx, hashes, dayOf(tx.now))) ? { error: staffErrors.staffBlack(), isSeen: false } : null;
}

interface Hashes {
  readonly phoneHash: Buffer;
  readonly idNoHash: Buffer | null;
}

/** Tells whether the list of restricted persons has somebody on a day. */
export async function isListed(tx: Tx, { phoneHash, idNoHash }: Hashes, day: string): Promise<boolean> {
  const { rows } = await sql`select 1 from partner_blacklist
    where (phone_hash = ${phoneHash} or id_no_hash = ${idNoHash})
      and (until_on is null or until_on >= ${day}::date)`.execute(tx.kysely);
  return rows.length > 0;
}
