import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type CancelCharge, cancelLineKinds, type OrderStatus, type Party } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lookupOrders } from "../order/published.ts";
import type { OrderRow } from "../order/tables.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import { registeredCharges } from "./costs.ts";
import { freeDays, lateDays, papersFen } from "./params.ts";

const OWN = "订单";
const kindOrder = Object.keys(cancelLineKinds);
const isIn = (state: OrderStatus, ...states: readonly OrderStatus[]) => states.includes(state);

/** Where the order stands, also while somebody decides about its cancellation. */
export const standOf = ({ state, prevState }: Pick<OrderRow, "state" | "prevState">): OrderStatus => prevState ?? state;

/** The promise passed so long ago that the customer need not pay for it. */
export function isLate(tx: Tx, { promiseEffective }: OrderRow): boolean {
  return promiseEffective !== null && addDays(promiseEffective, tx.param(lateDays)) < dayOf(tx.now);
}

export const partyOf = (tx: Tx, order: OrderRow, told: Party): Party => (isLate(tx, order) ? "BRAND" : told);

/** What the cancellation costs now, in the order in which it is taken (OR-R8). */
export async function chargesOf(tx: Tx, order: OrderRow, party: Party): Promise<CancelCharge[]> {
  const state = standOf(order);
  if (party === "BRAND" || isIn(state, "SMALL", "BIG")) return [];
  const { bigFen } = await ruleOf(tx, order);
  const charges: CancelCharge[] = [chargeOf("DEPOSIT", bigFen)];
  if (state !== "LOCKED") charges.push(...(await askedAbove(tx, order)));
  if (state === "READY") charges.push(chargeOf("PAPERS", tx.param(papersFen)));
  return charges.toSorted((one, other) => kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind));
}

const chargeOf = (kind: "DEPOSIT" | "PAPERS", fen: number): CancelCharge => ({
  kind,
  label: cancelLineKinds[kind],
  fen,
  source: OWN,
});

async function askedAbove(tx: Tx, order: OrderRow): Promise<CancelCharge[]> {
  const published = (await lookupOrders(tx, [order.id])).get(order.id);
  return published ? registeredCharges(tx, { ...published, status: standOf(order) }) : [];
}

export const cancelLevels = { store: "门店", region: "区域", hq: "总部", finance: "财务" } as const;
export type CancelLevel = keyof typeof cancelLevels;

/** What decides who has to agree. */
export interface Weighed {
  readonly state: OrderStatus;
  /** 大定 was paid longer ago than it may be taken back at once. */
  readonly isBigOld: boolean;
  readonly party: Party;
  readonly isWaived: boolean;
}

/** Who has to agree, one after the other; nobody where it is done at once (OR-R8). */
export function levelsOf({ state, isBigOld, party, isWaived }: Weighed): CancelLevel[] {
  if (state === "SMALL") return [];
  if (state === "BIG") return isBigOld ? ["store"] : [];
  if (party === "BRAND") return ["store"];
  if (state === "LOCKED") return isWaived ? ["store", "region", "hq"] : ["store", "region"];
  return state === "READY" ? ["region", "hq", "finance"] : ["region", "hq"];
}

/** 大定 counts from the day on which the order first had it, whatever happened since. */
export async function isBigOld(tx: Tx, order: OrderRow): Promise<boolean> {
  const first = await db(tx)
    .selectFrom("orderStage")
    .select("at")
    .where("orderId", "=", order.id)
    .where("toState", "=", "BIG")
    .orderBy("no")
    .limit(1)
    .executeTakeFirst();
  const lastFree = addDays(dayOf(first?.at ?? order.stageAt), tx.param(freeDays) + 1);
  return tx.now >= startOfDay(lastFree);
}
