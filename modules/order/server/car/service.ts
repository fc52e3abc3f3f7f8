import { dayOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, reads, requireReadable, requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { orderScheduled, orderStates } from "../../contract/index.ts";
import { refuseHeld } from "../order/held.ts";
import { refuseOpenConfig } from "../order/open-change.ts";
import { presentOrder } from "../order/present.ts";
import { enterStage } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { requirePaid } from "../paper/pay-steps.ts";
import { bindCar, swapCar } from "./bind.ts";
import { fittingCars } from "./fit.ts";

async function lockFree(tx: Tx, id: string, version: number): Promise<OrderRow> {
  const order = await lockRecord(tx, orders, id, version, presentOrder);
  refuseHeld(order);
  return order;
}

export const scheduleOrder = writes(contract.scheduleOrder, async (tx, { params, body: { version, eta } }) => {
  const order = await lockFree(tx, params.id, version);
  const state = orderStates.next(order.state, "schedule");
  await refuseOpenConfig(tx, order);
  await requirePaid(tx, order, "SCHEDULE");
  const entered = await enterStage(tx, order, state);
  const scheduled = await changeRecord(tx, orders, order, { ...entered, ...(eta ? { eta, etaAt: tx.now } : {}) });
  await tx.publish(orderScheduled, { orderId: order.id, at: tx.now.toISOString() });
  return presentOrder(tx, scheduled);
});

export const listFittingCars = reads(contract.listFittingCars, async (tx, { params }) => {
  const found = await fittingCars(tx, await requireRecord(tx, orders, params.id));
  return found.map(({ id, vin, placeName, inStockAt }) => {
    return { id, vin, placeName: placeName ?? "", inStockOn: inStockAt && dayOf(inStockAt) };
  });
});

export const matchOrderCar = writes(contract.matchOrderCar, async (tx, { params, body: { version, carId } }) => {
  const order = await lockFree(tx, params.id, version);
  await requireReadable(tx, "car", carId);
  return presentOrder(tx, await bindCar(tx, order, { carId, path: "LIGHTNING" }));
});

export const swapOrderCar = writes(contract.swapOrderCar, async (tx, { params, body: { version, carId, reason } }) => {
  const order = await lockFree(tx, params.id, version);
  await requireReadable(tx, "car", carId);
  tx.trail.reason = reason;
  return presentOrder(tx, await swapCar(tx, order, carId));
});
