import type { Tx } from "@ops/platform/server";
import { setMarketType } from "@ops/vehicle/server";
import type { OrderRow } from "../order/tables.ts";
import { refuseInvoiced } from "./issued.ts";

/** Passes another market type on to the car of an order, which the invoice fixes (VE-R15). */
export async function passToCar(tx: Tx, order: OrderRow, marketTypeId: string): Promise<void> {
  await refuseInvoiced(tx, order);
  const { id: orderId, carId, orderNo } = order;
  if (carId !== null) await setMarketType(tx, { carId, orderId, marketTypeId, reason: `订单${orderNo}` });
}
