import { addDays, dayOf, daysApart, startOfDay } from "@ops/platform/contract";
import type { LateParty, OrderStatus } from "../../contract/index.ts";
import { partyOf } from "../order/stage.ts";

interface Entered {
  readonly toState: OrderStatus;
  readonly at: Date;
}

const PARTIES = ["FACTORY", "LOGISTICS", "STORE"] as const satisfies readonly LateParty[];

interface LateDays {
  readonly party: LateParty;
  readonly days: number;
}

/**
 * Gives each day after the promise, until the hand-over or today, to whoever had the car at its first moment (OR-R19).
 * What is decided about a cancellation meanwhile changes nothing about where the car is.
 */
export function lateDays(promise: string, until: Date, stages: readonly Entered[]): LateDays[] {
  const last = dayOf(until);
  const days = new Map<LateParty, number>();
  for (let day = addDays(promise, 1); daysApart(day, last) >= 0; day = addDays(day, 1)) {
    const start = startOfDay(day);
    const stage = stages.findLast(({ toState, at }) => at <= start && partyOf[toState] !== undefined);
    const whose = (stage && partyOf[stage.toState]) ?? "FACTORY";
    days.set(whose, (days.get(whose) ?? 0) + 1);
  }
  return PARTIES.map((party) => ({ party, days: days.get(party) ?? 0 })).filter((one) => one.days > 0);
}
