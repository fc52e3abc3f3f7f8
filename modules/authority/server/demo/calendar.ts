import { dayOf, startOfDay } from "@ops/platform/contract";
import type { Seeded } from "./seeded.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Times in the past of the demo. They count back from the day of the load, so
 * that the data looks recent and is the same all day.
 */
export interface Calendar {
  readonly now: Date;
  /** A minute between 8:30 and 20:30, that many days ago. */
  workingTime(random: Seeded, daysAgo: number): Date;
  /** The day that many days ago, or ahead if the number is negative. */
  day(daysAgo: number): string;
}

export function calendarOf(now: Date): Calendar {
  const today = startOfDay(dayOf(now)).getTime();
  return {
    now,
    workingTime: (random, daysAgo) =>
      new Date(today - daysAgo * DAY_MS + random.integer(510, 1230) * MINUTE_MS + random.integer(0, 59_999)),
    day: (daysAgo) => dayOf(new Date(today - daysAgo * DAY_MS)),
  };
}

export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}

/** Counts the days between an instant and the day of the load. */
export function daysBefore({ now }: Calendar, instant: Date): number {
  const [from, to] = [startOfDay(dayOf(instant)), startOfDay(dayOf(now))];
  return Math.round((to.getTime() - from.getTime()) / DAY_MS);
}
