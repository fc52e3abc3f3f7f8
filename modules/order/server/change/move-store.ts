import { changeRecord, type Tx } from "@ops/platform/server";
import { getCar } from "@ops/vehicle/server";
import { stateByPlace } from "../car/choose-state.ts";
import { enterStage, publishStage } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import type { Why } from "../slot/appointment.ts";
import { changeDeliveryStore } from "../slot/change-store.ts";

/** Lets another store deliver; the stage of an order follows from where its car is then. */
export async function moveDelivery(tx: Tx, order: OrderRow, storeId: string, why: Why): Promise<OrderRow> {
  const changed = await changeDeliveryStore(tx, order, storeId, why);
  const moved = await changeRecord(tx, orders, order, { ...changed, ...(await stageAt(tx, order, storeId)) });
  if (moved.state !== order.state) await publishStage(tx, moved, moved.state);
  return moved;
}

async function stageAt(tx: Tx, order: OrderRow, deliveryStoreId: string) {
  const car = order.carId === null ? null : await getCar(tx, order.carId);
  const state = car ? stateByPlace({ ...order, deliveryStoreId }, car) : order.state;
  return state === order.state ? {} : enterStage(tx, order, state);
}
