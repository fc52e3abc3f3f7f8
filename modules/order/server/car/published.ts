import type { Tx } from "@ops/platform/server";
import type { OrderStatus } from "../../contract/index.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { bindCar } from "./bind.ts";

interface Matched {
  readonly orderId: string;
  readonly carId: string;
  /** The lock from which the order takes the car. */
  readonly fromLock?: { readonly lockId: string; readonly token: number };
}

/** Gives an order a car from stock, for lightning delivery. */
export async function matchCar(
  tx: Tx,
  { orderId, carId, fromLock }: Matched,
): Promise<{ readonly status: OrderStatus; readonly vin: string }> {
  const order = await lockOrderRow(tx, orderId);
  const { state, vin } = await bindCar(tx, order, { carId, path: "LIGHTNING", fromLock });
  return { status: state, vin: vin ?? "" };
}
