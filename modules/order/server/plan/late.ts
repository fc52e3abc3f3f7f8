import { addDays, dayOf, daysApart, startOfDay } from "@ops/platform/contract";
import type { DayParty, OrderStatus } from "../../contract/index.ts";
import { partyOf } from "../order/stage.ts";

interface Entered {
  readonly toState: OrderStatus;
  readonly at: Date;
}

const PARTIES = ["FACTORY", "LOGISTICS", "STORE", "CUSTOMER"] as const satisfies readonly DayParty[];

interface LateDays {
  readonly party: DayParty;
  readonly days: number;
}

/**
 * Gives each day after the promise, until the hand-over or today, to whoever had the car at its first moment (OR-R19); an
 * excluded day of the store is the customer's. What is decided about a cancellation meanwhile changes nothing about where
 * the car is.
 */
export function lateDays(
  promise: string,
  until: Date,
  stages: readonly Entered[],
  excluded: ReadonlySet<string> = new Set(),
): LateDays[] {
  const last = dayOf(until);
  const days = new Map<DayParty, number>();
  for (let day = addDays(promise, 1); daysApart(day, last) >= 0; day = addDays(day, 1)) {
    const start = startOfDay(day);
    const stage = stages.findLast(({ toState, at }) => at <= start && partyOf[toState] !== undefined);
    const had = (stage && partyOf[stage.toState]) ?? "FACTORY";
    const whose = had === "STORE" && excluded.has(day) ? "CUSTOMER" : had;
    days.set(whose, (days.get(whose) ?? 0) + 1);
  }
  return PARTIES.map((party) => ({ party, days: days.get(party) ?? 0 })).filter((one) => one.days > 0);
}
