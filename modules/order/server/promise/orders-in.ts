import { type ImportRow, inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { type OrderRow, orders } from "../order/tables.ts";

export const numberOf = ({ values }: ImportRow) => values["orderNo"] ?? "";

export type SeenOrder = OrderRow & { readonly isSeen: boolean };

/** Finds the orders whose numbers stand in the rows of a file, and whether the reader sees them. */
export async function ordersIn(tx: Tx, rows: readonly ImportRow[]): Promise<ReadonlyMap<string, SeenOrder>> {
  const found = await db(tx)
    .selectFrom("salesOrder")
    .selectAll()
    .select(inScope(tx, orders).as("isSeen"))
    .where(sql<boolean>`order_no = any(${rows.map(numberOf)}::text[])`)
    .execute();
  return new Map(found.map((order) => [order.orderNo, order]));
}
