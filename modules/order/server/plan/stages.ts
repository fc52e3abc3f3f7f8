import { addDays, dayOf, daysApart } from "@ops/platform/contract";
import type { LateParty, Offsets, OrderStatus } from "../../contract/index.ts";
import { isBefore, type Stage } from "../order/stage.ts";

/** The stages of a plan: the offset that plans each, and who has to reach it. */
const PLANNED = [
  ["SCHEDULED", "scheduled", "FACTORY"],
  ["PRODUCED", "produced", "FACTORY"],
  ["IN_TRANSIT", "shipped", "LOGISTICS"],
  ["ARRIVED", "arrived", "LOGISTICS"],
  ["DELIVERED", "delivered", "STORE"],
] as const satisfies readonly (readonly [Stage, keyof Offsets, LateParty])[];

interface Facts {
  readonly promise: string | null;
  readonly cycleMaxDays: number;
  readonly offsets: Offsets;
  readonly stages: readonly { readonly toState: OrderStatus; readonly at: Date }[];
  /** The stage in which the order is; null before the lock and after the end. */
  readonly present: Stage | null;
  readonly today: string;
}

/**
 * When each stage is planned, counted back from the promise (OR-R19), and when it was reached. A stage after the present
 * one was taken back, with another car or the hand-over, and is to be reached again.
 */
export function planOf({ promise, cycleMaxDays, offsets, stages, present, today }: Facts) {
  return PLANNED.map(([stage, offset, party]) => {
    const plannedOn = promise && addDays(promise, offsets[offset] - cycleMaxDays);
    const isTakenBack = present !== null && isBefore(present, stage);
    const at = isTakenBack ? null : (stages.findLast(({ toState }) => toState === stage)?.at ?? null);
    const reached = at ? dayOf(at) : today;
    const late = plannedOn === null ? 0 : daysApart(plannedOn, reached);
    const isPastPromise = promise !== null && reached > promise;
    return { stage, plannedOn, at, lateDays: late > 0 ? late : null, isPastPromise, party };
  });
}
