import { DAYS_OF_WEEK, type WorkCalendar, type WorkWindow } from "@ops/platform/contract";

export const HOURS = 24;
type Week = WorkCalendar["week"];

/** One hour of one day of the week, Monday 0. */
export interface WeekCell {
  readonly day: number;
  readonly hour: number;
}

const hourOf = (clock: string) => Number(clock.slice(0, 2)) + Number(clock.slice(3)) / 60;
const clockOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Turns the windows of a week into hours. An hour is on if a window covers any part of it. */
export function hoursOfWeek(week: Week): boolean[][] {
  return Array.from({ length: DAYS_OF_WEEK }, (_, day) =>
    Array.from({ length: HOURS }, (_, hour) =>
      (week[day] ?? []).some(({ from, until }) => hourOf(from) < hour + 1 && hourOf(until) > hour),
    ),
  );
}

/** Hours that follow each other are one window. */
export function weekOfHours(hours: readonly (readonly boolean[])[]): WorkWindow[][] {
  return hours.map((row) => {
    const begins = row.flatMap((isOn, hour) => (isOn && !row[hour - 1] ? [hour] : []));
    const ends = row.flatMap((isOn, hour) => (isOn && !row[hour + 1] ? [hour + 1] : []));
    return begins.map((from, at) => ({ from: clockOf(from), until: clockOf(ends[at] ?? HOURS) }));
  });
}

const isBetween = (one: number, other: number, value: number) =>
  value >= Math.min(one, other) && value <= Math.max(one, other);

/** Tells whether a cell is in the rectangle between two others, in whichever direction it was drawn. */
export function isInside(from: WeekCell, to: WeekCell, { day, hour }: WeekCell): boolean {
  return isBetween(from.day, to.day, day) && isBetween(from.hour, to.hour, hour);
}

/** Switches all hours of a rectangle on or off. */
export function fillHours(
  hours: readonly (readonly boolean[])[],
  from: WeekCell,
  to: WeekCell,
  isOn: boolean,
): boolean[][] {
  return hours.map((row, day) => row.map((was, hour) => (isInside(from, to, { day, hour }) ? isOn : was)));
}

const steps: Readonly<Record<string, WeekCell>> = {
  ArrowLeft: { day: 0, hour: -1 },
  ArrowRight: { day: 0, hour: 1 },
  ArrowUp: { day: -1, hour: 0 },
  ArrowDown: { day: 1, hour: 0 },
  Home: { day: 0, hour: -HOURS },
  End: { day: 0, hour: HOURS },
  PageUp: { day: -DAYS_OF_WEEK, hour: 0 },
  PageDown: { day: DAYS_OF_WEEK, hour: 0 },
};

/** Where a key leads from a cell, at most to the edge; null for keys that lead nowhere. */
export function stepFrom({ day, hour }: WeekCell, key: string): WeekCell | null {
  const step = steps[key];
  if (!step) return null;
  const keepIn = (value: number, length: number) => Math.max(0, Math.min(length - 1, value));
  return { day: keepIn(day + step.day, DAYS_OF_WEEK), hour: keepIn(hour + step.hour, HOURS) };
}
