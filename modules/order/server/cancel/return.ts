import { changeRecord, type Tx } from "@ops/platform/server";
import { orderStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockMoney } from "../order/money.ts";
import { enterStage } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { judgeDeposit } from "../payment/judge.ts";
import { standOf } from "./terms.ts";

/**
 * Puts an order back where it was, or where it has come to meanwhile. It stands there since it first came there, so that
 * a request does not make it younger; what was paid meanwhile is judged now.
 */
export async function returnOrder(tx: Tx, order: OrderRow, move: "rejectCancel" | "withdrawCancel"): Promise<void> {
  orderStates.next(order.state, move);
  const state = standOf(order);
  const since = await enteredAt(tx, order, state);
  const entered = await enterStage(tx, order, state);
  const back = await changeRecord(tx, orders, order, {
    ...entered,
    stageAt: since ?? entered.stageAt,
    prevState: null,
  });
  await judgeDeposit(tx, back, await lockMoney(tx, back));
}

async function enteredAt(tx: Tx, { id }: OrderRow, state: OrderRow["state"]): Promise<Date | null> {
  const last = await db(tx)
    .selectFrom("orderStage")
    .select("at")
    .where("orderId", "=", id)
    .where("toState", "=", state)
    .orderBy("no", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.at ?? null;
}
