import { changeRecord, notify, readersAmong, type Tx } from "@ops/platform/server";
import {
  type LateParty,
  ORDER_PAGE,
  type OrderStatus,
  orderArrived,
  orderScheduled,
  orderShipped,
} from "../../contract/index.ts";
import { db } from "../database.ts";
import { type OrderRow, orders } from "./tables.ts";

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

/** The stages after the lock, in the order in which a car passes them. */
const STAGES = ["LOCKED", "SCHEDULED", "PRODUCED", "IN_TRANSIT", "ARRIVED", "READY", "DELIVERED"] as const;
export type Stage = (typeof STAGES)[number];

/** Who has to bring an order further from each stage (OR-R19). */
export const partyOf: Partial<Record<OrderStatus, LateParty>> = {
  LOCKED: "FACTORY",
  SCHEDULED: "FACTORY",
  PRODUCED: "LOGISTICS",
  IN_TRANSIT: "LOGISTICS",
  ARRIVED: "STORE",
  READY: "STORE",
};

const isStage = (state: OrderStatus): state is Stage => STAGES.some((stage) => stage === state);

/** The stage in which an order is, also while somebody decides about its cancellation; null before the lock and after the end. */
export function stageOf({ state, prevState }: Pick<OrderRow, "state" | "prevState">): Stage | null {
  const now = state === "CANCEL_REVIEW" ? prevState : state;
  return now !== null && isStage(now) ? now : null;
}

export const isBefore = (one: Stage, other: Stage) => STAGES.indexOf(one) < STAGES.indexOf(other);

interface Passed {
  readonly order: OrderRow;
  /** The stages that it entered, the last one being the one that was told. */
  readonly stages: readonly Stage[];
}

/**
 * Moves an order on to a stage that was told, never backwards, and fills the gap with inferred stages (OR-R14). While a
 * cancellation is decided the stage is where the order goes back to. Times only rise, whenever they are told.
 */
export async function passTo(tx: Tx, order: OrderRow, to: Stage, told: Date): Promise<Passed> {
  const from = stageOf(order);
  if (from === null || !isBefore(from, to)) return { order, stages: [] };
  const stages = STAGES.slice(STAGES.indexOf(from) + 1, STAGES.indexOf(to) + 1);
  const at = timeOf(tx, order, told);
  let [now, stageNo]: [Stage, number] = [from, order.stageNo];
  for (const stage of stages) {
    const via = stage === to ? "DIRECT" : "INFERRED";
    ({ stageNo } = await enterStage(tx, { id: order.id, stageNo, state: now }, stage, { at, via }));
    now = stage;
  }
  const isReview = order.state === "CANCEL_REVIEW";
  const entered = isReview ? { prevState: to, stageNo } : { state: to, stageAt: at, stageNo };
  return { order: await changeRecord(tx, orders, order, entered), stages };
}

/** When something happened that is told now: not before the stage that the order is in, and not later than now. */
export function timeOf(tx: Tx, { stageAt }: OrderRow, told: Date): Date {
  const latest = told > tx.now ? tx.now : told;
  return latest < stageAt ? stageAt : latest;
}

/** Tells others which stage an order has entered, whether that was told or follows from where its car is. */
export async function publishStage(tx: Tx, order: OrderRow, stage: OrderStatus): Promise<void> {
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

/** OR-R21: a car that has arrived is told to the butler, if he may open the order (PF-R123). */
async function tellArrival(tx: Tx, { id, butlerId, vin }: OrderRow): Promise<void> {
  if (butlerId === null) return;
  await notify(tx, await readersAmong(tx, { table: orders, id }, [butlerId]), {
    category: "TASK",
    level: "INFO",
    title: "车辆到店",
    content: `车辆到店：${vin?.slice(-VIN_END) ?? ""}，请安排PDI与交付预约`,
    route: `${ORDER_PAGE}?id=${id}`,
    about: `order.arrived:${id}`,
    carried: true,
  });
}
