import { DAYS_OF_WEEK, type WorkCalendar, type WorkWindow } from "@ops/platform/contract";

export const HOURS = 24;
type Week = WorkCalendar["week"];

/** One hour of one day of the week, Monday 0. */
export interface WeekCell {
  readonly day: number;
  readonly hour: number;
}

/** A part of a day in minutes. */
interface Span {
  readonly from: number;
  readonly until: number;
}

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const clockOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
const spanOf = ({ from, until }: WorkWindow): Span => ({ from: minuteOf(from), until: minuteOf(until) });

/** Turns the windows of a week into hours. An hour is on if a window covers any part of it. */
export function hoursOfWeek(week: Week): boolean[][] {
  return Array.from({ length: DAYS_OF_WEEK }, (_, day) => {
    const spans = (week[day] ?? []).map(spanOf);
    return Array.from({ length: HOURS }, (_, hour) =>
      spans.some(({ from, until }) => from < (hour + 1) * 60 && until > hour * 60),
    );
  });
}

const isBetween = (one: number, other: number, value: number) =>
  value >= Math.min(one, other) && value <= Math.max(one, other);

/** Tells whether a cell is in the rectangle between two others, in whichever direction it was drawn. */
export function isInside(from: WeekCell, to: WeekCell, { day, hour }: WeekCell): boolean {
  return isBetween(from.day, to.day, day) && isBetween(from.hour, to.hour, hour);
}

/** Switches all hours of a rectangle on or off. What lies outside keeps its minutes. */
export function fillWeek(week: Week, from: WeekCell, to: WeekCell, isOn: boolean): WorkWindow[][] {
  const hours = [from.hour, to.hour];
  const drawn = { from: Math.min(...hours) * 60, until: (Math.max(...hours) + 1) * 60 };
  return Array.from({ length: DAYS_OF_WEEK }, (_, day) => {
    const windows = [...(week[day] ?? [])];
    return isBetween(from.day, to.day, day) ? fillDay(windows, drawn, isOn) : windows;
  });
}

function fillDay(windows: readonly WorkWindow[], drawn: Span, isOn: boolean): WorkWindow[] {
  const outside = windows
    .map(spanOf)
    .flatMap(({ from, until }) => [
      { from, until: Math.min(until, drawn.from) },
      { from: Math.max(from, drawn.until), until },
    ])
    .filter(({ from, until }) => from < until);
  const spans = isOn ? joinSpans([...outside, drawn]) : outside;
  return spans.map(({ from, until }) => ({ from: clockOf(from), until: clockOf(until) }));
}

/** Spans that touch each other are one. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.until) {
      joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, span.until) };
    } else joined.push(span);
  }
  return joined;
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
