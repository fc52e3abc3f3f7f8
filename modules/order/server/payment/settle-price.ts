import type { Tx } from "@ops/platform/server";
import { changePrice, dueOf, lockMoney, type NewPrice } from "../order/money.ts";
import type { Priced } from "../order/price.ts";
import type { MoneyRow, OrderRow } from "../order/tables.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import { takeBack } from "./give-back.ts";
import { judgeDeposit } from "./judge.ts";

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
  const kept = overFen > 0 ? await takeBack(tx, money, overFen, "EXCESS") : money;
  return changePrice(tx, kept, price);
}
