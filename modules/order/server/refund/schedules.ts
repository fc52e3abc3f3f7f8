import { eachInStep, latestChains, schedule, type Tx } from "@ops/platform/server";
import { findRow, findRows } from "../database.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { refundFlow, requestDecision } from "./flow.ts";

async function findWaiting(tx: Tx): Promise<string[]> {
  return (await findRows(tx, "orderRefund", { state: "APPLIED" }, "id")).map(({ id }) => id);
}

/** Asks in the name of whoever wanted the refund, since then. */
async function askOnce(tx: Tx, id: string): Promise<void> {
  const found = await findRow(tx, "orderRefund", { id });
  if (found) await lockOrderRow(tx, found.orderId);
  const refund = await findRow(tx, "orderRefund", { id, state: "APPLIED" });
  if (!refund || (await latestChains(tx, refundFlow, [id])).size > 0) return;
  await requestDecision(tx, refund, { userId: refund.createdBy, at: refund.createdAt });
}

/** Refunds that are older than the approval of refunds are waiting for a decision that nobody was asked for (OR-R9). */
export const refundSchedule = schedule({
  name: "order.refundRequests",
  title: "补发待审核退款的审批",
  at: "15 0 * * *",
  run: (work) => eachInStep(work, findWaiting, askOnce),
});
