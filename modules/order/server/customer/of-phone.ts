import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { CustomerType } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { CustomerRow } from "./tables.ts";

interface Phone {
  readonly type: CustomerType;
  readonly phone: string;
}

/** Finds the customer of a phone in any scope. */
export async function findOfPhone(tx: Tx, { type, phone }: Phone): Promise<CustomerRow | undefined> {
  return db(tx)
    .selectFrom("customer")
    .selectAll()
    .where("type", "=", type)
    .where("phoneHash", "=", tx.vault.hash("phone", phone))
    .executeTakeFirst();
}

/**
 * Finds the customer of a phone that is about to be taken. One transaction at a time does that, so that two orders at once
 * do not make a customer twice.
 */
export async function customerOfPhone(tx: Tx, sought: Phone): Promise<CustomerRow | undefined> {
  const key = tx.vault.hash("phone", sought.phone).readBigInt64BE().toString();
  await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx.kysely);
  return findOfPhone(tx, sought);
}
