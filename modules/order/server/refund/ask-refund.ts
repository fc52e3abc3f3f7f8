import { insertRecord, type Tx } from "@ops/platform/server";
import { type RefundRow, refunds } from "./tables.ts";

type Asked = Pick<RefundRow, "orderId" | "paymentId" | "why" | "amountFen">;

/** Asks for money to go back. Somebody decides about it before it is sent (OR-R9). */
export async function askRefund(tx: Tx, asked: Asked): Promise<RefundRow> {
  return insertRecord(tx, refunds, { ...asked, refundNo: await tx.nextNumber("orderRefund"), state: "APPLIED" });
}
