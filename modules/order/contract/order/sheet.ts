import { sheet } from "@ops/platform/contract";
import { listOrders } from "./calls.ts";

/** Amounts leave only for the selling side, as in the list. */
export const orderSheet = sheet({
  key: "order.orders",
  name: "订单",
  list: listOrders,
  path: "/order/v1/orders/export",
  permission: "order:order:export",
  columns: {
    orderNo: true,
    source: true,
    customerName: true,
    customerPhone: true,
    seriesName: true,
    carConfigName: { width: 28 },
    extColorName: true,
    intColorName: true,
    state: true,
    storeName: { width: 24 },
    advisorName: true,
    deliveryStoreName: { width: 24 },
    butlerName: true,
    payMode: true,
    path: true,
    lockedAt: true,
    promiseEffective: true,
    eta: true,
    appointmentAt: true,
    vin: true,
    dueFen: true,
    paidFen: true,
    balanceFen: true,
    deliveredAt: true,
    createdAt: true,
  },
});
