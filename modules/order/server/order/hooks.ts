import { hook, type Tx } from "@ops/platform/server";
import type { Priced } from "./price.ts";
import type { MoneyRow, OrderRow } from "./tables.ts";

/** Brings money and state of an order in line with its new price. Payments stand above orders, so they fill it. */
export const settlePrice = hook<[tx: Tx, order: OrderRow, priced: Priced], Promise<OrderRow>>("order.settlePrice");

/** Gives back what was paid of an order that is closed unpaid. Payments fill it for the same reason. */
export const returnPart = hook<[tx: Tx, order: OrderRow], Promise<void>>("order.returnPart");

/** Passes another market type on to the car of an order. Papers stand above orders and know whether it is invoiced, so they fill it. */
export const passMarketType = hook<[tx: Tx, order: OrderRow, marketTypeId: string], Promise<void>>(
  "order.passMarketType",
);

/** Cancels the appointment of an order that is not handed over then. Appointments stand above locks, so they fill it. */
export const dropAppointment = hook<
  [tx: Tx, order: OrderRow, why: { readonly party: "CUSTOMER" | "BRAND"; readonly reason: string }],
  Promise<Pick<OrderRow, "appointmentAt">>
>("order.dropAppointment");

/** Lets a change take effect whose difference is paid now. Changes stand above payments, so they fill it. */
export const settleDiff = hook<[tx: Tx, order: OrderRow, money: MoneyRow], Promise<OrderRow>>("order.settleDiff");
