import { DELIVERED_DAYS, type LateParty, type OrderStatus, type StageAge } from "@ops/order/contract";
import { addDays } from "@ops/platform/contract";
import type { FilterValues } from "@ops/platform/web";

/** The series of the chart of days, and the filter of the list that each stands for. */
const daySeries = { 大定: "depositedAt", 锁单: "lockedAt", 交付: "deliveredAt" } as const;

/** The orders behind a bar of the chart of days. */
export function dayFilters(day: string, series: string): FilterValues | null {
  const name = Object.entries(daySeries).find(([title]) => title === series)?.[1];
  return name === undefined ? null : { [name]: `${day},${day}` };
}

/** The orders of a month's 大定; of these, those that are locked, or cancelled. */
export function cohortFilters(month: string, today: string, part: "all" | "locked" | "cancelled"): FilterValues {
  const first = `${month}-01`;
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  const depositedAt = `${first},${addDays(next, -1)}`;
  if (part === "all") return { depositedAt };
  return part === "locked" ? { depositedAt, lockedAt: `${first},${today}` } : { depositedAt, state: "CANCELLED" };
}

/** The days whose hand-overs the board tells. */
const deliveredAt = (today: string) => `${addDays(today, 1 - DELIVERED_DAYS)},${today}`;

export const cycleFilters = (seriesId: string, today: string): FilterValues => ({
  seriesId,
  deliveredAt: deliveredAt(today),
});

/** Hand-overs in time or late, of a store or of all. */
export function onTimeFilters(isOnTime: boolean, today: string, storeId?: string): FilterValues {
  const filters = { isOnTime: isOnTime ? "1" : "0", deliveredAt: deliveredAt(today) };
  return storeId === undefined ? filters : { ...filters, deliveryStoreId: storeId };
}

export const onHandFilters = (state: OrderStatus, stageAge?: StageAge): FilterValues =>
  stageAge === undefined ? { state } : { state, stageAge };

export const pastFilters = (lateParty?: LateParty): FilterValues =>
  lateParty === undefined ? { view: "PAST" } : { view: "PAST", lateParty };
