import { requireRecord, type Tx } from "@ops/platform/server";
import type { z } from "zod";
import type * as contract from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { orderMoney, orders } from "../order/tables.ts";
import { presentRefunds } from "../refund/present.ts";
import { ruleOf } from "../series-rule/rule-of.ts";

/** Presents the money of an order to those who may see it. */
export async function presentMoney(tx: Tx, orderId: string): Promise<z.input<typeof contract.OrderMoney>> {
  const money = await requireRecord(tx, orderMoney, orderId);
  const order = await requireRecord(tx, orders, orderId);
  const { smallFen, bigFen } = await ruleOf(tx, order);
  return {
    ...money,
    version: order.version,
    smallFen,
    bigFen,
    lines: await findRows(tx, "orderPriceLine", { orderId }, "no"),
    payments: await findRows(tx, "orderPayment", { orderId }, "paidAt", "id"),
    refunds: await presentRefunds(tx, await findRows(tx, "orderRefund", { orderId }, "id")),
  };
}
