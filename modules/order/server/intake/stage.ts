import type { Tx } from "@ops/platform/server";
import { isLive, orderStates } from "../../contract/index.ts";
import { passTo, publishStage, type Stage, stageOf } from "../order/stage.ts";
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
