import { dayOf } from "@ops/platform/contract";
import { eachInStep, schedule, type Tx } from "@ops/platform/server";
import { orderStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { cancelAtOnce } from "./at-once.ts";

/** Finds orders with 小定 whose last day for 大定 is over. */
async function findExpired(tx: Tx): Promise<string[]> {
  const found = await db(tx)
    .selectFrom("salesOrder")
    .innerJoin("seriesRule", "seriesRule.id", "salesOrder.ruleId")
    .select("salesOrder.id")
    .where("salesOrder.state", "=", "SMALL")
    .where("seriesRule.smallEndsOn", "<", dayOf(tx.now))
    .orderBy("salesOrder.id")
    .execute();
  return found.map(({ id }) => id);
}

async function expireSmall(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrderRow(tx, orderId);
  if (!orderStates.can(order.state, "expireSmall")) return;
  await cancelAtOnce(tx, order, { reasonCode: "OTHER", reason: "小定到期" });
}

/** Pays 小定 back at 00:05 after its last day. */
export const expireSchedule = schedule({
  name: "order.expireSmall",
  title: "小定到期退订",
  at: "5 0 * * *",
  run: (work) => eachInStep(work, findExpired, expireSmall),
});
