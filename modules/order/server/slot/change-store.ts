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
  if (order.carId !== null) {
    await setHoldOrgs(tx, { carId: order.carId, orderId: order.id, orgIds: sellingAndDelivering(changed) });
  }
  const butler = await changeButler(tx, changed);
  const appointed = await freeSlot(tx, order, why);
  await tx.publish(deliveryStoreChanged, {
    orderId: order.id,
    at: tx.now.toISOString(),
    fromStoreId: order.deliveryStoreId,
    storeId: deliveryStoreId,
  });
  return { deliveryStoreId, ...butler, ...appointed };
}
