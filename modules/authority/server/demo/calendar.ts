import { dayOf, startOfDay } from "@ops/platform/contract";
import type { Seeded } from "./seeded.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The past of the demo, told from the day of the load, so that it looks recent and yet is the same all day. */
export interface Calendar {
  readonly now: Date;
  /** Some minute between half past eight and half past eight, that many days ago. */
  workingTime(random: Seeded, daysAgo: number): Date;
  /** The day that many days ago; ahead when negative. */
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

/** Whole days between an instant and the day of the load. */
export function daysBefore({ now }: Calendar, instant: Date): number {
  const [from, to] = [startOfDay(dayOf(instant)), startOfDay(dayOf(now))];
  return Math.round((to.getTime() - from.getTime()) / DAY_MS);
}
