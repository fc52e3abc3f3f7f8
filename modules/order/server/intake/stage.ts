import type { Tx } from "@ops/platform/server";
import { isLive, orderArrived, orderScheduled, orderShipped, orderStates } from "../../contract/index.ts";
import { passTo, type Stage, stageOf } from "../order/pass-stage.ts";
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

async function publishStage(tx: Tx, { id: orderId, deliveryStoreId }: OrderRow, stage: Stage): Promise<void> {
  const told = { orderId, at: tx.now.toISOString() };
  if (stage === "SCHEDULED") await tx.publish(orderScheduled, told);
  if (stage === "IN_TRANSIT") await tx.publish(orderShipped, told);
  if (stage === "ARRIVED") await tx.publish(orderArrived, { ...told, storeId: deliveryStoreId ?? "" });
}
