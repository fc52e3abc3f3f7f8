import type { Tx } from "@ops/platform/server";
import { orderErrors } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";

/** Finds those of the orders of which a change waits for somebody (OR-R7). */
export async function ordersWithOpenChange(tx: Tx, orderIds: string[]): Promise<ReadonlySet<string>> {
  const open = await findRows(tx, "orderChange", { orderId: orderIds, state: ["REVIEW", "PAY_DIFF"] });
  return new Set(open.map(({ orderId }) => orderId));
}

/** Tells whether a change of the order waits for somebody. */
export const hasOpenChange = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await ordersWithOpenChange(tx, [orderId])).has(orderId);

/** Refuses what would change an order under the eyes of those who decide about it. */
export async function refuseOpenChange(tx: Tx, { id }: { readonly id: string }): Promise<void> {
  if (await hasOpenChange(tx, id)) throw orderErrors.changeOpen();
}

/** Refuses to build or to take a car for a choice that somebody is about to change. What is told as a fact applies. */
export async function refuseOpenConfig(tx: Tx, { id: orderId }: { readonly id: string }): Promise<void> {
  const open = await findRow(tx, "orderChange", { orderId, kind: "CONFIG", state: ["REVIEW", "PAY_DIFF"] });
  if (open) throw orderErrors.changeOpen();
}
