import { type BusinessError, dayOf } from "@ops/platform/contract";
import { findRecord, type Tx } from "@ops/platform/server";
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

/** PT-R9: nobody twice, nobody of the brand, nobody on the list. */
export async function refuseIdentity(tx: Tx, identity: Identity): Promise<void> {
  const fault = await identityFault(tx, identity);
  if (fault) throw fault;
}

/** The same as an answer, for whoever goes on without. */
export async function identityFault(tx: Tx, identity: Identity): Promise<BusinessError | null> {
  const { phone, idNo, staffId } = identity;
  return (
    (await takenFault(tx, { column: "phoneHash", hash: tx.vault.hash("phone", phone), staffId })) ??
    (await takenFault(tx, { column: "idNoHash", hash: tx.vault.hash("idCard", idNo), staffId })) ??
    (await accountFault(tx, identity)) ??
    (await listedFault(tx, identity))
  );
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

async function takenFault(tx: Tx, { column, hash, staffId }: Taken): Promise<BusinessError | null> {
  let asked = db(tx)
    .selectFrom("partnerStaff")
    .select("id")
    .where(column, "=", hash)
    .where("state", "not in", ["LEFT", "REJECTED"]);
  if (staffId) asked = asked.where("id", "<>", staffId);
  const other = await asked.executeTakeFirst();
  if (!other) return null;
  // people of another partner have no name here
  const name = (await findRecord(tx, staffs, other.id))?.name ?? "他人";
  return column === "phoneHash" ? staffErrors.staffPhone({ name }) : staffErrors.staffIdNo({ name });
}

async function accountFault(tx: Tx, identity: Identity): Promise<BusinessError | null> {
  const holder = await phoneHolder(tx, identity);
  if (holder?.is === "EMPLOYEE") return staffErrors.staffEmployee();
  return holder?.is === "OTHER" ? staffErrors.staffPhone({ name: "他人" }) : null;
}

/** The reason is not told: the partner learns that it is so and no more. */
async function listedFault(tx: Tx, { phone, idNo }: Identity): Promise<BusinessError | null> {
  const [phoneHash, idNoHash] = [tx.vault.hash("phone", phone), tx.vault.hash("idCard", idNo)];
  const { rows } = await sql`select 1 from partner_blacklist
    where (phone_hash = ${phoneHash} or id_no_hash = ${idNoHash})
      and (until_on is null or until_on >= ${dayOf(tx.now)}::date)`.execute(tx.kysely);
  return rows.length > 0 ? staffErrors.staffBlack() : null;
}
