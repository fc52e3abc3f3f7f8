import { insertRecord, type Tx } from "@ops/platform/server";
import { requestDecision } from "./flow.ts";
import { sendRefund } from "./send.ts";
import { type RefundRow, refunds } from "./tables.ts";

type Asked = Pick<RefundRow, "orderId" | "paymentId" | "amountFen">;

/** Asks for money to go back. Somebody else decides about it before it is sent (OR-R9). */
export async function askRefund(tx: Tx, asked: Asked & { readonly why: "EXCESS" | "LATE" }): Promise<RefundRow> {
  const refundNo = await tx.nextNumber("orderRefund");
  const refund = await insertRecord(tx, refunds, { ...asked, refundNo, state: "APPLIED" });
  await requestDecision(tx, refund);
  return refund;
}

/** Sends money back for a cancellation, which was approved as a whole. */
export async function refundCancelled(tx: Tx, asked: Asked & { readonly cancelId: string }): Promise<RefundRow> {
  const refundNo = await tx.nextNumber("orderRefund");
  const refund = await insertRecord(tx, refunds, { ...asked, why: "CANCEL", refundNo, state: "APPROVED" });
  return sendRefund(tx, refund, {});
}
