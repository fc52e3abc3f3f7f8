import { changeRecord, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { LATE_PAYMENT, raiseIssue } from "../order/issue.ts";
import { lockMoney } from "../order/money.ts";
import { type MoneyRow, type OrderRow, orderMoney } from "../order/tables.ts";
import { askRefund } from "../refund/ask-refund.ts";
import { payments } from "./tables.ts";

/** Turns what is too much into excess, the newest payment first. */
export async function takeBack(tx: Tx, money: MoneyRow, overFen: number, why: "EXCESS" | "LATE"): Promise<MoneyRow> {
  const booked = await db(tx)
    .selectFrom("orderPayment")
    .selectAll()
    .where("orderId", "=", money.id)
    .where("state", "=", "SUCCESS")
    .orderBy("paidAt", "desc")
    .orderBy("id", "desc")
    .execute();
  let leftFen = overFen;
  for (const payment of booked) {
    const amountFen = Math.min(leftFen, payment.amountFen - payment.excessFen);
    if (amountFen === 0) continue;
    await changeRecord(tx, payments, payment, { excessFen: payment.excessFen + amountFen });
    await askRefund(tx, { orderId: money.id, paymentId: payment.id, why, amountFen });
    leftFen -= amountFen;
  }
  return changeRecord(tx, orderMoney, money, { paidFen: money.paidFen - overFen });
}

/** Gives back what was paid of an order that is closed before its deposit is whole, because nothing else would. */
export async function giveBackPart(tx: Tx, order: OrderRow): Promise<void> {
  const money = await lockMoney(tx, order);
  if (money.paidFen === 0) return;
  await takeBack(tx, money, money.paidFen, "LATE");
  await raiseLate(tx, order.id);
}

export function raiseLate(tx: Tx, orderId: string): Promise<void> {
  return raiseIssue(tx, { orderId, code: LATE_PAYMENT, text: "已关闭订单收到付款" });
}
