import { plainUserFields } from "@ops/authority/contract";
import { type BusinessError, dayOf, masks } from "@ops/platform/contract";
import { findRecord, refuseGuesser, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { staffErrors } from "../../contract/index.ts";
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
  /** It tells something about a person whom the reader does not see. */
  readonly isHidden: boolean;
}

/** PT-R9: nobody twice, nobody of the brand, nobody on the list. Who tries number after number is stopped (PF-R104). */
export async function refuseIdentity(tx: Tx, identity: Identity): Promise<void> {
  const isFree = tx.actor.can(plainUserFields.code);
  if (!isFree) await refuseGuesser(tx);
  const fault = await identityFault(tx, identity);
  if (!fault) return;
  if (fault.isHidden) await noteTold(tx, identity, { told: fault.error.message, isFree });
  throw fault.error;
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

function noteTold(tx: Tx, { phone, idNo }: Identity, answer: { told: string; isFree: boolean }): Promise<void> {
  return tx.noteWholeSearch({
    bizType: staffs.name,
    label: "录入人员",
    text: `${phone} ${idNo}`,
    shown: `${masks.phone(phone)} ${masks.idCard(idNo)}`,
    found: [],
    ...answer,
  });
}

/** PT-R13: the code that gives the account back goes to the phone that the person had before. */
export function refusePhoneChange({ freezeSources }: StaffRow): void {
  if (freezeSources.includes("INACTIVE")) throw staffErrors.staffPhoneKept();
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
  return { error, isHidden: !seen };
}

async function accountFault(tx: Tx, identity: Identity): Promise<IdentityFault | null> {
  const holder = await phoneHolder(tx, identity);
  if (holder?.is === "EMPLOYEE") return { error: staffErrors.staffEmployee(), isHidden: true };
  return holder?.is === "OTHER" ? { error: staffErrors.staffPhone({ name: "他人" }), isHidden: true } : null;
}

/** The reason is not told: the partner learns that it is so and no more. */
async function listedFault(tx: Tx, { phone, idNo }: Identity): Promise<IdentityFault | null> {
  const [phoneHash, idNoHash] = [tx.vault.hash("phone", phone), tx.vault.hash("idCard", idNo)];
  const { rows } = await sql`select 1 from partner_blacklist
    where (phone_hash = ${phoneHash} or id_no_hash = ${idNoHash})
      and (until_on is null or until_on >= ${dayOf(tx.now)}::date)`.execute(tx.kysely);
  return rows.length > 0 ? { error: staffErrors.staffBlack(), isHidden: true } : null;
}
