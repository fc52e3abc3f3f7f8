import type { Tx } from "@ops/platform/server";
import { paperErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";

/** Tells whether an invoice of the order is in the world, also while 红冲 is on its way. */
export async function hasIssuedInvoice(tx: Tx, orderId: string): Promise<boolean> {
  return (await findRow(tx, "orderInvoice", { orderId, state: ["ISSUED", "RED_PENDING"] })) !== undefined;
}

/** Refuses what an invoice tells already, or is about to tell: buyer, price, car and way of paying. */
export async function refuseInvoiced(tx: Tx, { id: orderId }: { readonly id: string }): Promise<void> {
  if (await hasIssuedInvoice(tx, orderId)) throw paperErrors.invoiceIssued();
  if (await findRow(tx, "orderInvoice", { orderId, state: "APPLYING" })) throw paperErrors.invoiceRunning();
}
