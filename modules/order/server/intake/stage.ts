import { notify, type Tx } from "@ops/platform/server";
import { isLive, ORDER_PAGE, orderArrived, orderScheduled, orderShipped, orderStates } from "../../contract/index.ts";
import { passTo, type Stage, stageOf } from "../order/stage.ts";
import type { OrderRow } from "../order/tables.ts";
import { APPLIED, ignore, type Outcome, PASSED } from "./message.ts";

interface Told {
  readonly order: OrderRow;
  readonly outcome: Outcome;
}

/** Moves an order on to a stage that was told and tells others of every stage that it has passed (OR-R14). */
export async function tellStage(tx: Tx, before: OrderRow, to: Stage, at: Date): Promise<Told> {
  const refusal = endOf(before);
  if (refusal) return { order: before, outcome: refusal };
  const { order, stages } = await passTo(tx, before, to, at);
  for (const stage of stages) await publishStage(tx, order, stage);
  return { order, outcome: stages.length === 0 ? PASSED : APPLIED };
}

/** An order at its end stays there. One that is not yet locked cannot have a stage of its car. */
export function endOf(order: OrderRow): Outcome | null {
  if (stageOf(order) !== null) return null;
  if (!isLive(order.state)) return ignore(`订单${orderStates.label(order.state)}`);
  orderStates.next(order.state, "bindCar");
  return null;
}

async function publishStage(tx: Tx, order: OrderRow, stage: Stage): Promise<void> {
  const { id: orderId, deliveryStoreId } = order;
  const told = { orderId, at: tx.now.toISOString() };
  if (stage === "SCHEDULED") await tx.publish(orderScheduled, told);
  if (stage === "IN_TRANSIT") await tx.publish(orderShipped, told);
  if (stage !== "ARRIVED") return;
  await tx.publish(orderArrived, { ...told, storeId: deliveryStoreId ?? "" });
  await tellArrival(tx, order);
}

/** The end of a VIN by which people tell cars apart. */
const VIN_END = 6;

/** OR-R21: a car that has arrived is told to the butler. */
async function tellArrival(tx: Tx, { id, butlerId, vin }: OrderRow): Promise<void> {
  if (butlerId === null) return;
  await notify(tx, [butlerId], {
    category: "TASK",
    level: "INFO",
    title: "车辆到店",
    content: `车辆到店：${vin?.slice(-VIN_END) ?? ""}，请安排PDI与交付预约`,
    route: `${ORDER_PAGE}?id=${id}`,
    about: `order.arrived:${id}`,
    carried: true,
  });
}
