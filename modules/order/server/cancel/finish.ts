import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import { clearBuildOrder, unallocateOrder } from "@ops/vehicle/server";
import { cancelErrors, orderCancelled } from "../../contract/index.ts";
import { db } from "../database.ts";
import { clearIssue, clearIssues } from "../order/issue.ts";
import { enterStage } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { voidContract } from "../paper/contract.ts";
import { hasIssuedInvoice, refuseInvoiced } from "../paper/issued.ts";
import { refundCancelled } from "../refund/ask-refund.ts";
import { freeSlot } from "../slot/appointment.ts";
import type { Draft } from "./draft.ts";
import { type CancelRow, cancels } from "./tables.ts";
import { isBigOld, levelsOf, standOf } from "./terms.ts";

/** The customer asked for a cancellation that a person has to apply for. */
export const CUSTOMER_CANCEL = "CUSTOMER_CANCEL";

type Words = Pick<CancelRow, "reasonCode" | "reason"> & Partial<Pick<CancelRow, "waiveReason">>;

/** Keeps a cancellation as it was agreed. */
export async function keepCancel(
  tx: Tx,
  order: OrderRow,
  draft: Draft,
  words: Words & Pick<CancelRow, "state">,
): Promise<CancelRow> {
  const { lines, party, paidFen, deductFen, refundFen, plan } = draft;
  const cancel = await insertRecord(tx, cancels, {
    ...words,
    cancelNo: await tx.nextNumber("orderCancel"),
    orderId: order.id,
    fromState: order.state,
    party,
    paidFen,
    deductFen,
    refundFen,
    plan,
  });
  const rows = lines.map(({ uncoveredFen: _uncovered, ...line }, at) => ({ ...line, cancelId: cancel.id, no: at + 1 }));
  if (rows.length > 0) await db(tx).insertInto("orderCancelLine").values(rows).execute();
  await clearIssue(tx, { orderId: order.id, code: CUSTOMER_CANCEL });
  return cancel;
}

/** Cancels an order: its car and its slot are free for others, and each payment of the plan gives its part back (OR-R8, OR-R9). */
export async function endOrder(tx: Tx, order: OrderRow, cancel: CancelRow): Promise<OrderRow> {
  if (await hasIssuedInvoice(tx, order.id)) throw cancelErrors.cancelInvoice();
  await refuseInvoiced(tx, order);
  for (const { paymentId, amountFen } of cancel.plan) {
    await refundCancelled(tx, { orderId: order.id, paymentId, amountFen, cancelId: cancel.id });
  }
  await voidContract(tx, order, "退订");
  await unallocateOrder(tx, { orderId: order.id, reason: "CANCELLED" });
  await clearBuildOrder(tx, { orderNo: order.orderNo, reason: "退订" });
  await clearIssues(tx, order.id);
  const cancelled = await changeRecord(tx, orders, order, {
    ...(await freeSlot(tx, order, { party: cancel.party, reason: "退订" })),
    ...(await enterStage(tx, order, "CANCELLED")),
    prevState: null,
  });
  const [at, fromStatus] = [tx.now.toISOString(), standOf(order)];
  await tx.publish(orderCancelled, { orderId: order.id, at, party: cancel.party, fromStatus });
  return cancelled;
}

/** Tells whether the cancellation of an order needs nobody's consent. */
export async function isFreeNow(tx: Tx, order: OrderRow): Promise<boolean> {
  const asked = { party: "CUSTOMER", isWaived: false } as const;
  return levelsOf({ ...asked, state: order.state, isBigOld: await isBigOld(tx, order) }).length === 0;
}

/** Cancels an order whose cancellation needs nobody's consent. */
export async function cancelNow(tx: Tx, order: OrderRow, draft: Draft, words: Words): Promise<OrderRow> {
  return endOrder(tx, order, await keepCancel(tx, order, draft, { ...words, state: "DONE" }));
}
