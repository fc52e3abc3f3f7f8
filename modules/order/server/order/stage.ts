import type { Tx } from "@ops/platform/server";
import type { OrderStatus } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { OrderRow } from "./tables.ts";

interface Entered {
  /** When it happened, where that is not now. */
  readonly at?: Date;
  /** INFERRED stages were not told; a later one shows that they have passed (OR-R14). */
  readonly via?: "DIRECT" | "INFERRED";
}

/** Notes that an order enters a stage, and answers what changes with it. The caller saves the order. */
export async function enterStage(
  tx: Tx,
  order: Pick<OrderRow, "id" | "stageNo"> & { readonly state: OrderStatus | null },
  to: OrderStatus,
  { at = tx.now, via = "DIRECT" }: Entered = {},
): Promise<Pick<OrderRow, "state" | "stageAt" | "stageNo">> {
  const no = order.stageNo + 1;
  await db(tx)
    .insertInto("orderStage")
    .values({ orderId: order.id, no, fromState: order.state, toState: to, at, by: tx.actor.userId, via })
    .execute();
  return { state: to, stageAt: at, stageNo: no };
}
