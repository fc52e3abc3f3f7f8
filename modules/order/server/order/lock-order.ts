import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { OrderRow } from "./tables.ts";

/** Locks the row of an order without regard to the scope: for timers, events and modules above. It comes before any car. */
export async function lockOrderRow(tx: Tx, id: string): Promise<OrderRow> {
  const row = await db(tx).selectFrom("salesOrder").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw commonErrors.notFound();
  return row;
}
