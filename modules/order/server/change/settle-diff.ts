import type { Tx } from "@ops/platform/server";
import { orderStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { raiseIssue } from "../order/issue.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { stageOf } from "../order/stage.ts";
import type { MoneyRow, OrderRow } from "../order/tables.ts";
import { takeEffect } from "./effect.ts";

/** The difference of a change was paid too late. */
export const CHANGE_LATE = "CHANGE_LATE";

/** Lets a dearer choice take effect once its difference is paid. The car of an order that is further on stays what it is. */
export async function settleDifference(tx: Tx, order: OrderRow, { paidFen }: MoneyRow): Promise<OrderRow> {
  if (stageOf(order) === null) return order;
  const change = await db(tx)
    .selectFrom("orderChange")
    .selectAll()
    .where("orderId", "=", order.id)
    .where("state", "=", "PAY_DIFF")
    .forUpdate()
    .executeTakeFirst();
  if (!change || paidFen < (change.paidTargetFen ?? 0)) return order;
  if (!orderStates.can(order.state, "changeConfig")) {
    const text = `差价已付，但订单${orderStates.label(order.state)}，改配未生效，请撤回变更`;
    await raiseIssue(tx, { orderId: order.id, code: CHANGE_LATE, text });
    return order;
  }
  await takeEffect(tx, order, change);
  return lockOrderRow(tx, order.id);
}
