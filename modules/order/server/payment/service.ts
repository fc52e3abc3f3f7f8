import { lockRecord, reads, requireRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { paymentErrors } from "../../contract/index.ts";
import { orderMoney, orders } from "../order/tables.ts";
import { presentMoney } from "./present.ts";
import { receivePayment } from "./receive.ts";

export const getOrderMoney = reads(contract.getOrderMoney, async (tx, { params }) => presentMoney(tx, params.id));

export const addPayment = writes(contract.addPayment, async (tx, { params, body: received }) => {
  const order = await lockRecord(tx, orders, params.id, null);
  await requireRecord(tx, orderMoney, order.id);
  if (received.paidAt > tx.now) throw paymentErrors.paidLater(undefined, { field: "paidAt" });
  await receivePayment(tx, order, received);
  return presentMoney(tx, order.id);
});
