import { commonErrors } from "@ops/platform/contract";
import { lockRecord, type RecordRow, requireRecord, type Table, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { OrderRow } from "./tables.ts";

/** Locks the row of an order without regard to the scope: for timers, events and modules above. It comes before any car. */
export async function lockOrderRow(tx: Tx, id: string): Promise<OrderRow> {
  const row = await db(tx).selectFrom("salesOrder").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw commonErrors.notFound();
  return row;
}

/** Locks the order of a record that belongs to one before the record itself (OR-R22), if the caller may see it. */
export async function lockWithOrder<Row extends RecordRow & { readonly orderId: string }>(
  tx: Tx,
  table: Table<Row>,
  { id, version }: { readonly id: string; readonly version: number },
  present: (tx: Tx, row: Row) => Promise<unknown>,
): Promise<[order: OrderRow, record: Row]> {
  const { orderId } = await requireRecord(tx, table, id);
  const order = await lockOrderRow(tx, orderId);
  return [order, await lockRecord(tx, table, id, version, present)];
}
