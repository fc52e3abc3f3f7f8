import { requireRecord, type Tx } from "@ops/platform/server";
import type { z } from "zod";
import type * as contract from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { orderMoney } from "../order/tables.ts";

/** Presents the money of an order to those who may see it. */
export async function presentMoney(tx: Tx, orderId: string): Promise<z.input<typeof contract.OrderMoney>> {
  const money = await requireRecord(tx, orderMoney, orderId);
  const order = await findRow(tx, "salesOrder", { id: orderId });
  const rule = await findRow(tx, "seriesRule", { id: order?.ruleId ?? "" });
  return {
    ...money,
    smallFen: rule?.smallFen ?? 0,
    bigFen: rule?.bigFen ?? 0,
    lines: await findRows(tx, "orderPriceLine", { orderId }, "no"),
    payments: await findRows(tx, "orderPayment", { orderId }, "paidAt", "id"),
  };
}
