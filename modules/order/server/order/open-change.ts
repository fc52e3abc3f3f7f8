import type { Tx } from "@ops/platform/server";
import { orderErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";

/** Tells whether a change of the order waits for somebody (OR-R7). */
export async function hasOpenChange(tx: Tx, orderId: string): Promise<boolean> {
  return (await findRow(tx, "orderChange", { orderId, state: ["REVIEW", "PAY_DIFF"] })) !== undefined;
}

/** Refuses what would change an order under the eyes of those who decide about it. */
export async function refuseOpenChange(tx: Tx, { id }: { readonly id: string }): Promise<void> {
  if (await hasOpenChange(tx, id)) throw orderErrors.changeOpen();
}

/** Refuses to build or to take a car for a choice that somebody is about to change. What is told as a fact applies. */
export async function refuseOpenConfig(tx: Tx, { id: orderId }: { readonly id: string }): Promise<void> {
  const open = await findRow(tx, "orderChange", { orderId, kind: "CONFIG", state: ["REVIEW", "PAY_DIFF"] });
  if (open) throw orderErrors.changeOpen();
}
