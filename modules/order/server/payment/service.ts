import { lockRecord, reads, requireRecord, type Tx, writes } from "@ops/platform/server";
import type { z } from "zod";
import * as contract from "../../contract/index.ts";
import { paymentErrors } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { orderMoney, orders } from "../order/tables.ts";
import { receivePayment } from "./receive.ts";

export const getOrderMoney = reads(contract.getOrderMoney, async (tx, { params }) => presentMoney(tx, params.id));

export const addPayment = writes(contract.addPayment, async (tx, { params, body: received }) => {
  if (received.paidAt > tx.now) throw paymentErrors.paidLater(undefined, { field: "paidAt" });
  const order = await lockRecord(tx, orders, params.id, null);
  await requireRecord(tx, orderMoney, order.id);
  await receivePayment(tx, order, received);
  return presentMoney(tx, order.id);
});

async function presentMoney(tx: Tx, orderId: string): Promise<z.input<typeof contract.OrderMoney>> {
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
