import { changeRecord, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { changePrice, dueOf, lockMoney, type NewPrice } from "../order/money.ts";
import type { Priced } from "../order/price.ts";
import { type MoneyRow, type OrderRow, orderMoney } from "../order/tables.ts";
import { askRefund } from "../refund/ask-refund.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import { judgeDeposit } from "./judge.ts";
import { payments } from "./tables.ts";

/** Gives an order its new price. What was paid beyond it becomes excess and goes back (OR-R3), then the state follows. */
export async function settleNewPrice(tx: Tx, order: OrderRow, priced: Priced): Promise<OrderRow> {
  const rule = await ruleOf(tx, order);
  const changed = await setPrice(tx, order, { dueFen: dueOf(priced, rule), lines: priced.lines });
  return judgeDeposit(tx, order, changed);
}

/** Gives an order other lines and what is due by them. */
export async function setPrice(tx: Tx, order: OrderRow, price: NewPrice): Promise<MoneyRow> {
  const money = await lockMoney(tx, order);
  const overFen = money.paidFen - money.refundedFen - price.dueFen;
  const kept = overFen > 0 ? await takeBack(tx, money, overFen) : money;
  return changePrice(tx, kept, price);
}

/** Turns what is too much into excess, the newest payment first. */
async function takeBack(tx: Tx, money: MoneyRow, overFen: number): Promise<MoneyRow> {
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
    await askRefund(tx, { orderId: money.id, paymentId: payment.id, why: "EXCESS", amountFen });
    leftFen -= amountFen;
  }
  return changeRecord(tx, orderMoney, money, { paidFen: money.paidFen - overFen });
}
