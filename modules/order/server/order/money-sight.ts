import { inScope, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { db } from "../database.ts";
import { orderMoney } from "./tables.ts";

const VIEW_PRICE = "order:price:view";

/** The money that the reader may see: that of orders on whose selling side he stands (section 7). */
export function isMoneySeen(tx: Tx): RawBuilder<boolean> {
  return tx.actor.can(VIEW_PRICE) ? inScope({ ...tx, permission: VIEW_PRICE }, orderMoney) : sql<boolean>`false`;
}

/** Those of these orders whose amounts the reader may see. */
export async function ordersWithMoney(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db(tx)
    .selectFrom("orderMoney")
    .select("id")
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where(isMoneySeen(tx))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
