import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import type { CustomerRow } from "./tables.ts";

const columns = ["id", "type", "nameMasked", "nameHash", "phoneMasked", "phoneHash", "idNoMasked"] as const;

/** What other modules may know about a customer: masks and keyed hashes, no plain text. */
export type PublishedCustomer = Pick<CustomerRow, (typeof columns)[number]>;

/** Finds customers without regard to the scope. Unknown ids are left out. Locks nothing. */
export async function lookupCustomers(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PublishedCustomer>> {
  if (ids.length === 0) return new Map();
  const rows = await db(tx)
    .selectFrom("customer")
    .select(columns)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds a customer, who must exist. */
export async function requireCustomer(tx: Tx, id: string): Promise<PublishedCustomer> {
  const customer = (await lookupCustomers(tx, [id])).get(id);
  if (!customer) throw commonErrors.notFound();
  return customer;
}
