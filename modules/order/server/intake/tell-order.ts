import { BusinessError } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import {
  eventPayloads,
  isLive,
  orderStates,
  type PushedType,
  paperErrors,
  payModes,
  paymentErrors,
} from "../../contract/index.ts";
import { cancelAtOnce } from "../cancel/at-once.ts";
import { CUSTOMER_CANCEL } from "../cancel/finish.ts";
import { findRows } from "../database.ts";
import { requireLockable } from "../lock/guard.ts";
import { lockNow } from "../lock/lock.ts";
import { lockCustomer } from "../lock/lock-customer.ts";
import { raiseIssue } from "../order/issue.ts";
import { stageOf, timeOf } from "../order/stage.ts";
import type { OrderRow } from "../order/tables.ts";
import { tellLoan } from "../paper/loan.ts";
import { noteFailed, type Received, receivePayment } from "../payment/receive.ts";
import { expectDelivery } from "./eta.ts";
import { APPLIED, ignore, type Message, PASSED, readPayload, type Tell } from "./message.ts";
import { tellStage } from "./stage.ts";

/** What the other systems tell (OR-R14). Facts apply to orders on hold, too (section 3). */
export const orderTells: Readonly<Record<PushedType, Tell>> = {
  "payment.succeeded": async (tx, order, message) => {
    try {
      await receivePayment(tx, order, paidOf(tx, "payment.succeeded", message));
      return APPLIED;
    } catch (error) {
      const isKnown = error instanceof BusinessError && error.msgCode === paymentErrors.txnDup().msgCode;
      if (isKnown) return ignore(error.message);
      throw error;
    }
  },
  "payment.failed": async (tx, order, message) => {
    const isNew = await noteFailed(tx, order, paidOf(tx, "payment.failed", message));
    return isNew ? APPLIED : ignore(paymentErrors.txnDup().message);
  },
  "customer.locked": async (tx, order, message) => {
    readPayload(eventPayloads["customer.locked"], message);
    if (stageOf(order) !== null) return PASSED;
    const lockable = await requireLockable(tx, order, await lockCustomer(tx, order));
    await lockNow(tx, lockable, timeOf(tx, order, message.at));
    return APPLIED;
  },
  "customer.cancel": async (tx, order, message) => {
    const { remark } = readPayload(eventPayloads["customer.cancel"], message);
    if (!isLive(order.state) || order.state === "CANCEL_REVIEW") return ignore(`订单${orderStates.label(order.state)}`);
    orderStates.next(order.state, "applyCancel");
    if (await cancelAtOnce(tx, order, { reasonCode: "OTHER", reason: remark || "客户申请退订" })) return APPLIED;
    await raiseIssue(tx, { orderId: order.id, code: CUSTOMER_CANCEL, text: "客户申请退订" });
    return APPLIED;
  },
  "factory.scheduled": async (tx, order, message) => {
    const { eta } = readPayload(eventPayloads["factory.scheduled"], message);
    const told = await tellStage(tx, order, "SCHEDULED", message.at);
    const expected = eta ? await expectDelivery(tx, told.order, { eta, at: message.at }) : told.outcome;
    return told.outcome.applied ? told.outcome : expected;
  },
  "loan.decided": async (tx, order, message) => {
    const { decision } = readPayload(eventPayloads["loan.decided"], message);
    if (order.payMode !== "LOAN") throw paperErrors.loanMode({ mode: payModes.LOAN });
    if (order.loanState === "RELEASED" || (await isOlderDecision(tx, order, message))) return PASSED;
    await tellLoan(tx, order, decision);
    return APPLIED;
  },
};

function paidOf(tx: Tx, type: "payment.succeeded" | "payment.failed", message: Message): Received {
  const { paidAt: told = message.at, ...paid } = readPayload(eventPayloads[type], message);
  return { ...paid, paidAt: told > tx.now ? tx.now : told };
}

/** The last word of the lender counts, whenever it is heard. */
async function isOlderDecision(tx: Tx, { id: orderId }: OrderRow, { at }: Message): Promise<boolean> {
  const known = await findRows(tx, "orderEventIn", { orderId, type: "loan.decided", state: "APPLIED" });
  return known.some(({ occurredAt }) => occurredAt > at);
}
