import { changeRecord, type Tx } from "@ops/platform/server";
import { findRow } from "../database.ts";
import { keyOf, type RefundRequest, refundPort } from "./port.ts";
import { type RefundRow, refunds } from "./tables.ts";

type Changes = Partial<Pick<RefundRow, "state" | "attempt" | "route" | "bank" | "note">> & {
  readonly account?: string | null;
};

/** Saves a refund that may go and asks its channel, after the commit, to pay it back. */
export async function sendRefund(tx: Tx, refund: RefundRow, changes: Changes): Promise<RefundRow> {
  const none = { failure: null, failureReason: null };
  const sent = await changeRecord(tx, refunds, refund, { ...changes, ...none, askedAt: tx.now });
  await tx.askOutside(refundPort, keyOf(sent), await requestOf(tx, sent));
  return sent;
}

/** What the other side has to know. It is sealed with the call. */
async function requestOf(tx: Tx, refund: RefundRow): Promise<RefundRequest> {
  const { refundNo, paymentId, amountFen, bank, accountCipher } = refund;
  const payment = await findRow(tx, "orderPayment", { id: paymentId });
  if (!payment) throw new Error(`the refund ${refundNo} has no payment`);
  const account =
    accountCipher === null ? null : { bank: bank ?? "", accountNo: tx.vault.open(accountCipher, refund.id) };
  const { channel, txnNo } = payment;
  return { refundNo, amountFen, channel, txnNo, account };
}
