import { commonErrors, yuan } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { excessLeft, refundErrors } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import type { OrderRow } from "../order/tables.ts";

interface Wanted {
  readonly paymentId: string;
  readonly amountFen: number;
}

/** Requires that so much of a payment is excess for which nobody has asked yet, or was refused (OR-R3). */
export async function requireExcess(
  tx: Tx,
  { id: orderId }: OrderRow,
  { paymentId, amountFen }: Wanted,
): Promise<{ readonly why: "EXCESS" | "LATE" }> {
  const payment = await findRow(tx, "orderPayment", { id: paymentId, orderId });
  if (!payment) throw commonErrors.notFound();
  const asked = await findRows(tx, "orderRefund", { paymentId, why: ["EXCESS", "LATE"] }, "id");
  const leftFen = excessLeft(payment, asked);
  if (amountFen > leftFen) throw refundErrors.refundExcess({ amount: yuan(leftFen) }, { field: "amountFen" });
  return { why: asked.some(({ why }) => why === "LATE") ? "LATE" : "EXCESS" };
}
