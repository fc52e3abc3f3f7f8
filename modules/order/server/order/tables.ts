import { getOrderMoney, OrderShape, orderFrame } from "../../contract/index.ts";
import { type RowOf, table, tableOf } from "../database.ts";
import { reachesMoney, reachesOrder } from "../order-scope.ts";

export const orders = tableOf(OrderShape, {
  scope: reachesOrder,
  read: orderFrame.view,
  number: "orderNo",
  leads: true,
  json: ["snapshot"],
  unlogged: ["customerId", "ownerId", "optionCodes", "extColor", "intColor", "stageAt"],
});
export type OrderRow = RowOf<typeof orders>;

/** The money of an order, which has the same id. */
export const orderMoney = table("orderMoney", {
  entity: "订单款项",
  scope: reachesMoney,
  read: getOrderMoney.permission,
  partOf: { table: orders.name, by: "id" },
  labels: { dueFen: "应付", lockTotalFen: "锁单价", paidFen: "已付", refundedFen: "已退" },
});
export type MoneyRow = RowOf<typeof orderMoney>;
