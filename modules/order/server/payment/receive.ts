import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import { quote } from "@ops/vehicle/server";
import { paymentErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { settleDiff } from "../order/hooks.ts";
import { lockMoney } from "../order/money.ts";
import { type MoneyRow, type OrderRow, orderMoney } from "../order/tables.ts";
import { askRefund } from "../refund/ask-refund.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import { raiseLate } from "./give-back.ts";
import { judgeDeposit } from "./judge.ts";
import { type PaymentRow, payments } from "./tables.ts";

export type Received = Pick<PaymentRow, "kind" | "channel" | "amountFen" | "txnNo" | "paidAt" | "remark">;

/** Books money that has arrived for a locked order, then judges what it means (OR-R3, OR-R4). */
export async function receivePayment(tx: Tx, order: OrderRow, received: Received): Promise<OrderRow> {
  const { channel, txnNo } = received;
  const known = await findRow(tx, "orderPayment", { channel, txnNo });
  if (known && !isFailedHere(known, order.id)) throw paymentErrors.txnDup();
  const money = await lockMoney(tx, order);
  if (!(await isWanted(tx, order, bookedOf(money, received)))) {
    await refuseLate(tx, order, received);
    return order;
  }
  const paid = await book(tx, money, received);
  return settleDiff(tx, await judgeDeposit(tx, order, paid), paid);
}

/** Money for an order at its end goes back, unless it was closed unpaid, this is 小定 at least and its choice is still sold. */
async function isWanted(tx: Tx, order: OrderRow, bookedFen: number): Promise<boolean> {
  if (order.state === "CANCELLED") return false;
  if (order.state !== "CLOSED") return true;
  return bookedFen >= (await ruleOf(tx, order)).smallFen && isStillSold(tx, order);
}

async function isStillSold(tx: Tx, { carConfigId, optionCodes, extColor, intColor }: OrderRow): Promise<boolean> {
  if (carConfigId === null) return true;
  const choice = { carConfigId, optionCodes, extColor: extColor ?? "", intColor: intColor ?? "" };
  return (await quote(tx, choice)).sellable;
}

async function refuseLate(tx: Tx, { id: orderId }: OrderRow, received: Received): Promise<void> {
  const payment = await insertPayment(tx, orderId, { ...received, excessFen: received.amountFen });
  await askRefund(tx, { orderId, paymentId: payment.id, why: "LATE", amountFen: received.amountFen });
  await raiseLate(tx, orderId);
}

/** Of what arrives, so much as is still to be paid. */
const bookedOf = ({ balanceFen }: MoneyRow, { amountFen }: Received) => Math.min(amountFen, balanceFen);

/** Takes what is still to be paid; the rest is excess, which goes back (OR-R3). */
async function book(tx: Tx, money: MoneyRow, received: Received): Promise<MoneyRow> {
  const bookedFen = bookedOf(money, received);
  const excessFen = received.amountFen - bookedFen;
  const payment = await insertPayment(tx, money.id, { ...received, excessFen });
  if (excessFen > 0) {
    await askRefund(tx, { orderId: money.id, paymentId: payment.id, why: "EXCESS", amountFen: excessFen });
  }
  return changeRecord(tx, orderMoney, money, { paidFen: money.paidFen + bookedFen });
}

/** A payment that failed at first may still arrive, under the same number. */
const isFailedHere = ({ orderId, state }: PaymentRow, id: string) => orderId === id && state === "FAILED";

async function insertPayment(tx: Tx, orderId: string, received: Received & { readonly excessFen: number }) {
  const { channel, txnNo } = received;
  const failed = await findRow(tx, "orderPayment", { channel, txnNo });
  if (failed) return changeRecord(tx, payments, failed, { ...received, state: "SUCCESS" });
  return insertRecord(tx, payments, {
    ...received,
    orderId,
    payNo: await tx.nextNumber("orderPayment"),
    state: "SUCCESS",
  });
}

/** Notes a payment that did not arrive, and answers whether it is new. The order is locked; its money stays as it is. */
export async function noteFailed(tx: Tx, { id: orderId }: OrderRow, received: Received): Promise<boolean> {
  const { channel, txnNo } = received;
  if (await findRow(tx, "orderPayment", { channel, txnNo })) return false;
  const payNo = await tx.nextNumber("orderPayment");
  await insertRecord(tx, payments, { ...received, orderId, payNo, excessFen: 0, state: "FAILED" });
  return true;
}
