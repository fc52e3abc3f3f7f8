import {
  changeRecord,
  countRefusal,
  decideApproval,
  get,
  list,
  lockRecord,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { refundErrors, refundStates } from "../../contract/index.ts";
import { customers } from "../customer/tables.ts";
import { findRow } from "../database.ts";
import { lockWithOrder } from "../order/lock-order.ts";
import { presentOrder } from "../order/present.ts";
import { orderMoney, orders } from "../order/tables.ts";
import { askRefund } from "./ask-refund.ts";
import { requireExcess } from "./excess.ts";
import { refundFlow } from "./flow.ts";
import { presentRefund, presentRefunds } from "./present.ts";
import { sendRefund } from "./send.ts";
import { type RefundRow, refunds } from "./tables.ts";

export const listRefunds = list(contract.listRefunds, refunds, {
  where: {
    orderNo: (orderNo) => sql<boolean>`order_refund.order_id in
      (select id from sales_order where sales_order.order_no = ${orderNo})`,
  },
  orderBy: ["isFailed", "desc"],
  present: presentRefunds,
});

export const getRefund = get(contract.getRefund, refunds, presentRefund);

export const addRefund = writes(contract.addRefund, async (tx, { params, body }) => {
  const { paymentId, amountFen, reason, version } = body;
  const order = await lockRecord(tx, orders, params.id, version, presentOrder);
  await requireRecord(tx, orderMoney, order.id);
  const { why } = await requireExcess(tx, order, { paymentId, amountFen });
  tx.trail.reason = reason;
  await askRefund(tx, { orderId: order.id, paymentId, why, amountFen });
  return presentOrder(tx, await changeRecord(tx, orders, order, {}));
});

const lockBoth = (tx: Tx, id: string, version: number) => lockWithOrder(tx, refunds, { id, version }, presentRefund);

export const decideRefund = writes(contract.decideRefund, async (tx, { params, body: { verdict, note, version } }) => {
  const [, refund] = await lockBoth(tx, params.id, version);
  const state = refundStates.next(refund.state, verdict === "APPROVE" ? "approve" : "reject");
  if (verdict === "REJECT" && !note) throw refundErrors.refundNote(undefined, { field: "note" });
  await decideApproval(tx, refundFlow, { bizId: refund.id, version, verdict, note });
  if (note) tx.trail.reason = note;
  const decided = { state, note: note ?? null };
  if (verdict === "APPROVE") return presentRefund(tx, await sendRefund(tx, refund, decided));
  return presentRefund(tx, await changeRecord(tx, refunds, refund, decided));
});

export const retryRefund = writes(contract.retryRefund, async (tx, { params, body: { version } }) => {
  const [, refund] = await lockBoth(tx, params.id, version);
  const state = refundStates.next(refund.state, "resend");
  return presentRefund(tx, await sendRefund(tx, refund, { state, ...nextAttempt(refund) }));
});

/** Only after a refusal nothing is known under the former key; otherwise the channel is asked about it first. */
const nextAttempt = ({ failure, attempt }: RefundRow) => (failure === "REFUSED" ? { attempt: attempt + 1 } : {});

export const setRefundAccount = writes(contract.setRefundAccount, async (tx, { params, body }) => {
  const { payeeName, bank, account, version } = body;
  const [, refund] = await lockBoth(tx, params.id, version);
  const state = refundStates.next(refund.state, "resend");
  await requireBuyer(tx, refund, payeeName);
  if (refund.failure === "UNSURE") throw refundErrors.refundUnsure();
  const changes = { state, route: "ACCOUNT", bank, account, attempt: refund.attempt + 1 } as const;
  return presentRefund(tx, await sendRefund(tx, refund, changes));
});

/** The money goes to nobody but the buyer. A wrong name tells something about him and counts like a search. */
async function requireBuyer(tx: Tx, { orderId }: RefundRow, payeeName: string): Promise<void> {
  await countRefusal(tx, { table: customers, field: "name", text: payeeName }, async () => {
    const order = await findRow(tx, "salesOrder", { id: orderId });
    const buyer = order && (await findRow(tx, "customer", { id: order.customerId }));
    const isBuyer = buyer?.nameHash.equals(tx.vault.hash("name", payeeName)) ?? false;
    if (!isBuyer) throw refundErrors.refundName(undefined, { field: "payeeName" });
  });
}
