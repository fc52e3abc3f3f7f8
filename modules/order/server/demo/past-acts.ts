import { personNames } from "@ops/authority/server";
import type { WriteEndpoint } from "@ops/platform/contract";
import { insertPastActs, type PastAct, systemActor, type Tx } from "@ops/platform/server";
import type { OrderStatus } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { orders } from "../order/tables.ts";
import type { OrderPlan } from "./plan.ts";

/** What somebody does at the console when an order comes to a state; of the others the order is told. */
const acts: Readonly<Partial<Record<OrderStatus, readonly [WriteEndpoint, "advisorId" | "butlerId"]>>> = {
  UNPAID: [contract.createOrder, "advisorId"],
  LOCKED: [contract.lockOrder, "advisorId"],
  READY: [contract.readyOrder, "butlerId"],
  DELIVERED: [contract.deliverOrder, "butlerId"],
};

/** Loads the log of each order: who placed it, locked it, made it ready, handed it over and put it on hold. */
export function loadPastActs(tx: Tx, plans: readonly OrderPlan[]): Promise<void> {
  return insertPastActs(tx, "order", plans.flatMap(actsOf), personNames);
}

function actsOf(plan: OrderPlan): PastAct[] {
  const { id, orderNo, storeId, steps, heldReason, butlerId } = plan;
  const about = { table: orders.name, bizId: id, bizNo: orderNo, orgId: storeId };
  const { states } = contract.orderStates;
  const done = steps.flatMap(({ state, at }, n): PastAct[] => {
    const [endpoint, who] = acts[state] ?? [];
    if (!endpoint || !who) return [];
    const before = steps[n - 1]?.state;
    const moved = before ? { moved: [states[before], states[state]] as const } : {};
    return [{ ...about, ...moved, endpoint, at, by: plan[who] ?? systemActor.userId }];
  });
  const last = steps.at(-1);
  if (heldReason === null || !last) return done;
  const held = { endpoint: contract.holdOrder, at: last.at, by: butlerId ?? systemActor.userId, reason: heldReason };
  return [...done, { ...about, ...held }];
}
