import { addDays, daysApart } from "../value/time.ts";

/** The legal kind of a day that differs from its place in the week: a holiday, or a weekend on which people work. */
export type DayKind = "REST" | "WORK";

/** The days that are not what their place in the week tells; all others are work days from Monday to Friday (PF-R112). */
export type Holidays = ReadonlyMap<string, DayKind>;

const MONDAY = "2024-01-01";
const SATURDAY_AT = 5;

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: string): number {
  return ((daysApart(MONDAY, day) % 7) + 7) % 7;
}

export function isWorkday(holidays: Holidays, day: string): boolean {
  const kind = holidays.get(day);
  return kind === undefined ? weekdayOf(day) < SATURDAY_AT : kind === "WORK";
}

/** Counts the work days after the first day up to and including the last one; 0 if the last one is not later. */
export function workdaysBetween(holidays: Holidays, from: string, to: string): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) {
    if (isWorkday(holidays, day)) count++;
  }
  return count;
}

/** Finds the day on which so many work days have passed after the first one; the same day for 0. */
export function dayAfterWorkdays(holidays: Holidays, from: string, count: number): string {
  let day = from;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkday(holidays, day)) left--;
  }
  return day;
}
