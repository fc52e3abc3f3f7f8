import { findAccountByPhone } from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import { findRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { staffErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { staffs } from "./tables.ts";

interface Identity {
  readonly phone: string;
  readonly idNo: string;
  /** The record that these belong to already. */
  readonly staffId?: string;
}

/** PT-R9: nobody twice, nobody of the brand, nobody on the list. */
export async function refuseIdentity(tx: Tx, { phone, idNo, staffId }: Identity): Promise<void> {
  await refuseTaken(tx, { column: "phoneHash", hash: tx.vault.hash("phone", phone), staffId });
  await refuseTaken(tx, { column: "idNoHash", hash: tx.vault.hash("idCard", idNo), staffId });
  await refuseEmployee(tx, phone, staffId);
  await refuseListed(tx, { phone, idNo });
}

interface Taken {
  readonly column: "phoneHash" | "idNoHash";
  readonly hash: Buffer;
  readonly staffId: string | undefined;
}

async function refuseTaken(tx: Tx, { column, hash, staffId }: Taken): Promise<void> {
  let asked = db(tx)
    .selectFrom("partnerStaff")
    .select("id")
    .where(column, "=", hash)
    .where("state", "not in", ["LEFT", "REJECTED"]);
  if (staffId) asked = asked.where("id", "<>", staffId);
  const other = await asked.executeTakeFirst();
  if (!other) return;
  // people of another partner have no name here
  const name = (await findRecord(tx, staffs, other.id))?.name ?? "他人";
  throw column === "phoneHash" ? staffErrors.staffPhone({ name }) : staffErrors.staffIdNo({ name });
}

/** An account with this phone that is not one of a former or this very person of a partner. */
async function refuseEmployee(tx: Tx, phone: string, staffId: string | undefined): Promise<void> {
  const account = await findAccountByPhone(tx, phone);
  if (!account) return;
  const keptFor = await db(tx)
    .selectFrom("partnerStaff")
    .select("id")
    .where("userId", "=", account.id)
    .where((eb) => eb.or([eb("state", "=", "LEFT"), eb("id", "=", staffId ?? null)]))
    .executeTakeFirst();
  if (keptFor) return;
  throw account.userType === "PARTNER" ? staffErrors.staffPhone({ name: "他人" }) : staffErrors.staffEmployee();
}

/** The reason is not told: the partner learns that it is so and no more. */
async function refuseListed(tx: Tx, { phone, idNo }: Identity): Promise<void> {
  const [phoneHash, idNoHash] = [tx.vault.hash("phone", phone), tx.vault.hash("idCard", idNo)];
  const { rows } = await sql`select 1 from partner_blacklist
    where (phone_hash = ${phoneHash} or id_no_hash = ${idNoHash})
      and (until_on is null or until_on >= ${dayOf(tx.now)}::date)`.execute(tx.kysely);
  if (rows.length > 0) throw staffErrors.staffBlack();
}
