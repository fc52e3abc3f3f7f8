import { addDays, dayOf, startOfDay } from "../value/time.ts";
import type { WorkCalendar, WorkWindow } from "./calendar.ts";
import { type Holidays, weekdayOf } from "./holidays.ts";

const MINUTE_MS = 60_000;
const NO_HOLIDAYS: Holidays = new Map();
/** A calendar without open hours on so many days never opens. */
const LONGEST_CLOSED_DAYS = 800;

/** Something open from one instant until another, in milliseconds. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/** Whether the place is open; at the very end of its hours it is closed. */
export function isOpenAt(calendar: WorkCalendar, at: Date, holidays: Holidays = NO_HOLIDAYS): boolean {
  const instant = at.getTime();
  return spansOf(calendar, dayOf(at), holidays).some(({ from, until }) => from <= instant && instant < until);
}

/**
 * Finds the time at which so many minutes of open hours have passed (PF-R111). Minutes that end with the hours of a day
 * end on that day. Throws for a calendar that never opens.
 */
export function dueAfter(calendar: WorkCalendar, from: Date, minutes: number, holidays: Holidays = NO_HOLIDAYS): Date {
  let left = minutes * MINUTE_MS;
  if (left <= 0) return from;
  let closedDays = 0;
  for (let day = dayOf(from); closedDays < LONGEST_CLOSED_DAYS; day = addDays(day, 1)) {
    const spans = spansOf(calendar, day, holidays);
    closedDays = spans.length === 0 ? closedDays + 1 : 0;
    for (const span of spans) {
      const start = Math.max(span.from, from.getTime());
      if (start + left <= span.until) return new Date(start + left);
      left -= Math.max(0, span.until - start);
    }
  }
  throw new RangeError("a calendar that never opens has no due time");
}

/** Counts the whole minutes of open hours between two times; 0 if the second one is not later. */
export function workedMinutes(calendar: WorkCalendar, from: Date, to: Date, holidays: Holidays = NO_HOLIDAYS): number {
  let worked = 0;
  for (let day = dayOf(from); day <= dayOf(to); day = addDays(day, 1)) {
    for (const span of spansOf(calendar, day, holidays)) {
      worked += Math.max(0, Math.min(span.until, to.getTime()) - Math.max(span.from, from.getTime()));
    }
  }
  return Math.floor(worked / MINUTE_MS);
}

function spansOf(calendar: WorkCalendar, day: string, holidays: Holidays): Span[] {
  return windowsOn(calendar, day, holidays).map((window) => spanOf(day, window));
}

/** Finds the instants of a window on a day, in milliseconds. */
export function spanOf(day: string, { from, until }: WorkWindow): Span {
  const midnight = startOfDay(day).getTime();
  const at = (clock: string) => midnight + minutesOf(clock) * MINUTE_MS;
  return { from: at(from), until: at(until) };
}

/** Lists the hours of a day, with regard to exceptions and holidays. */
export function windowsOn(
  calendar: WorkCalendar,
  day: string,
  holidays: Holidays = NO_HOLIDAYS,
): readonly WorkWindow[] {
  const exception = calendar.exceptions.find((one) => one.day === day);
  if (exception) return exception.windows;
  const kind = calendar.followsHolidays ? holidays.get(day) : undefined;
  if (kind === "REST") return [];
  return calendar.week[kind === "WORK" ? 0 : weekdayOf(day)] ?? [];
}

/** Counts the minutes since midnight: `09:30` is 570. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
