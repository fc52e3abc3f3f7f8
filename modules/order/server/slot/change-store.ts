import type { Tx } from "@ops/platform/server";
import { requireStore } from "@ops/store/server";
import { setHoldOrgs } from "@ops/vehicle/server";
import { deliveryStoreChanged } from "../../contract/index.ts";
import { changeButler } from "../butler/change.ts";
import { sellingAndDelivering } from "../car/bind.ts";
import type { OrderRow } from "../order/tables.ts";
import { freeSlot, type Why } from "./appointment.ts";

/**
 * Lets another store hand the car over: it gets a butler there, the people there see the car, and the slot at the former
 * store is free. Answers what changes; the order is locked, the caller saves it.
 */
export async function changeDeliveryStore(tx: Tx, order: OrderRow, deliveryStoreId: string, why: Why) {
  await requireStore(tx, deliveryStoreId, { trading: true });
  const changed = { ...order, deliveryStoreId };
  await showCar(tx, changed);
  const butler = await changeButler(tx, changed);
  const appointed = await freeSlot(tx, order, why);
  await tellStoreChanged(tx, order, deliveryStoreId);
  return { deliveryStoreId, ...butler, ...appointed };
}

/** Lets the people of the stores that sell and hand over see the car of an order. */
export async function showCar(tx: Tx, order: OrderRow): Promise<void> {
  const { id: orderId, carId } = order;
  if (carId !== null) await setHoldOrgs(tx, { carId, orderId, orgIds: sellingAndDelivering(order) });
}

/** Tells that another store hands the car over. */
export async function tellStoreChanged(tx: Tx, { id: orderId, deliveryStoreId }: OrderRow, storeId: string) {
  const at = tx.now.toISOString();
  await tx.publish(deliveryStoreChanged, { orderId, at, fromStoreId: deliveryStoreId, storeId });
}
