import type { Tx } from "@ops/platform/server";
import type { CustomerRow } from "../customer/tables.ts";
import { db } from "../database.ts";

/** Whoever may change the order may verify its customer. */
export async function lockCustomer(tx: Tx, { customerId }: { readonly customerId: string }): Promise<CustomerRow> {
  return db(tx).selectFrom("customer").selectAll().where("id", "=", customerId).forUpdate().executeTakeFirstOrThrow();
}
