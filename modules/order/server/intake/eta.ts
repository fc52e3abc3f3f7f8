import { changeRecord, type Tx } from "@ops/platform/server";
import { stageOf } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { APPLIED, ignore, type Outcome, PASSED } from "./message.ts";

interface Expected {
  readonly eta: string;
  /** When that was said: an older word changes nothing. */
  readonly at: Date;
}

/** Moves the day on which the customer may expect his car. The promise stays (OR-R6). */
export async function expectDelivery(tx: Tx, order: OrderRow, { eta, at }: Expected): Promise<Outcome> {
  const stage = stageOf(order);
  if (stage === null || stage === "DELIVERED") return PASSED;
  if (order.etaAt !== null && at < order.etaAt) return ignore("已有更新的预计交付");
  await changeRecord(tx, orders, order, { eta, etaAt: at > tx.now ? tx.now : at });
  return APPLIED;
}
