import { yuan } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import { deliver, revertDeliver } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { deliveryErrors, deliveryReverted, orderDelivered, orderStates } from "../../contract/index.ts";
import { undoCheck } from "../check/do-check.ts";
import { refuseHeld } from "../order/held.ts";
import { revertHours, revertUntil } from "../order/params.ts";
import { presentOrder } from "../order/present.ts";
import { enterStage } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { finishAppointment } from "../slot/appointment.ts";
import { objectionToRevert } from "./register.ts";
import { checksOf, missingOf } from "./standing.ts";
import { balanceOf } from "./system-checks.ts";

const ofOrder = (tx: Tx, { id: orderId }: OrderRow) => ({ orderId, at: tx.now.toISOString() });

async function lockFree(tx: Tx, id: string, version: number): Promise<OrderRow> {
  const order = await lockRecord(tx, orders, id, version, presentOrder);
  refuseHeld(order);
  return order;
}

/** The car is inspected and the customer expected. */
export const readyOrder = writes(contract.readyOrder, async (tx, { params, body }) => {
  const order = await lockFree(tx, params.id, body.version);
  const state = orderStates.next(order.state, "ready");
  const inspection = (await checksOf(tx, order)).filter(({ code }) => code === "PDI");
  const missing = [...missingOf(inspection), ...(order.appointmentAt === null ? ["交付预约"] : [])];
  if (missing.length > 0) throw deliveryErrors.checkMissing({ list: missing.join("、") });
  return presentOrder(tx, await changeRecord(tx, orders, order, await enterStage(tx, order, state)));
});

export const deliverOrder = writes(contract.deliverOrder, async (tx, { params, body: { version, mileageKm } }) => {
  const order = await lockFree(tx, params.id, version);
  const state = orderStates.next(order.state, "deliver");
  await requireDeliverable(tx, order);
  const { id: orderId, ownerId } = order;
  const carId = order.carId ?? "";
  const { warnings } = await deliver(tx, { carId, orderId, ownerId, at: tx.now, mileageKm });
  const appointed = await finishAppointment(tx, order);
  const entered = await enterStage(tx, order, state);
  const delivered = await changeRecord(tx, orders, order, { ...entered, ...appointed, deliveredAt: tx.now });
  await tx.publish(orderDelivered, { ...ofOrder(tx, order), carId });
  return { ...(await presentOrder(tx, delivered)), warnings: [...warnings] };
});

/** Everything is paid and every check is green (OR-R12). */
async function requireDeliverable(tx: Tx, order: OrderRow): Promise<void> {
  const balanceFen = await balanceOf(tx, order);
  if (balanceFen > 0) throw deliveryErrors.balance({ amount: yuan(balanceFen) });
  const missing = missingOf(await checksOf(tx, order));
  if (missing.length > 0) throw deliveryErrors.checkMissing({ list: missing.join("、") });
}

/** Takes a hand-over back: the car is the order's again, without plate, and signature and plate are asked for anew. */
export const revertDelivery = writes(contract.revertDelivery, async (tx, { params, body: { version, reason } }) => {
  const order = await lockFree(tx, params.id, version);
  const state = orderStates.next(order.state, "revert");
  const until = revertUntil(tx, order);
  if (until === null || until < tx.now) throw deliveryErrors.revertLate({ hours: tx.param(revertHours) });
  const why = await objectionToRevert(tx, order.id);
  if (why !== null) throw deliveryErrors.revertRefused({ why });
  tx.trail.reason = reason;
  await revertDeliver(tx, { carId: order.carId ?? "", orderId: order.id, reason });
  for (const code of ["HANDOVER_SIGN", "PLATE_OR_TEMP"] as const) await undoCheck(tx, order.id, code);
  const reverted = await changeRecord(tx, orders, order, {
    ...(await enterStage(tx, order, state)),
    deliveredAt: null,
  });
  await tx.publish(deliveryReverted, ofOrder(tx, order));
  return presentOrder(tx, reverted);
});
