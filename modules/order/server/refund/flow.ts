import { yuan } from "@ops/platform/contract";
import { approvalFlow, decidedBy, recordsIn, startApproval, systemActor, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { decideRefund, REFUND_APPROVE, refundReasons } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { type RefundRow, refunds } from "./tables.ts";

/** Money that nobody cancelled for goes back when somebody else has looked at it (OR-R9). */
export const refundFlow = approvalFlow({
  kind: "order.refund",
  label: "退款",
  table: recordsIn(refunds),
  overlay: "orderRefund",
  facts: z.object({ orderNo: z.string(), why: z.enum(["CANCEL", "EXCESS", "LATE"]), amountFen: z.int() }),
  levels: { finance: { label: "财务审核", code: REFUND_APPROVE, at: "record", workdays: 1 } },
  show: ({ orderNo, why, amountFen }) => ({ 订单: orderNo, 原因: refundReasons[why], 金额: `${yuan(amountFen)}元` }),
  calls: decidedBy(decideRefund),
});

/**
 * Asks for a decision about a refund. Where a program has told of the money, the house asks, and the people behind the
 * program may not decide.
 */
export async function requestDecision(
  tx: Tx,
  { id, version, refundNo, orderId, why, amountFen }: RefundRow,
  by?: { readonly userId: string; readonly at: Date },
): Promise<void> {
  const order = await findRow(tx, "salesOrder", { id: orderId });
  if (!order) throw new Error(`the refund ${refundNo} has no order`);
  const { standsFor } = tx.actor;
  await startApproval(standsFor ? { ...tx, actor: systemActor } : tx, refundFlow, {
    bizId: id,
    bizNo: refundNo,
    version,
    orgId: order.storeId,
    title: `${refundReasons[why]}退款`,
    authors: standsFor ? [tx.actor.userId, ...standsFor] : [],
    facts: { orderNo: order.orderNo, why, amountFen },
    ...(by ? { by } : {}),
  });
}
