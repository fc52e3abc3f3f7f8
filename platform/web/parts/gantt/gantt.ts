import { addDays, daysApart } from "@ops/platform/contract";

/** From one day to another, both included; an open end runs on. */
export interface GanttSpan {
  readonly from: string;
  readonly to: string | null;
}

export interface GanttRow {
  readonly key: string;
  readonly title: string;
  readonly planned: GanttSpan;
  /** Missing before the work began. */
  readonly actual?: GanttSpan;
  /** What was agreed first, where the plan has been changed since. */
  readonly baseline?: GanttSpan;
  /** The days that the rest of the work is expected to take. */
  readonly forecast?: GanttSpan;
}

/** The days that a chart shows. */
export interface GanttDays {
  readonly from: string;
  readonly to: string;
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);
const lengthOf = ({ from, to }: GanttDays) => daysApart(from, to) + 1;

/** All days of the rows and today, with a day of air on either side. */
export function daysOfGantt(rows: readonly GanttRow[], today: string): GanttDays {
  const spans = rows.flatMap(({ planned, actual, baseline, forecast }) =>
    [planned, actual, baseline, forecast].filter((span) => span !== undefined),
  );
  const from = spans.reduce((day, span) => earlier(day, span.from), today);
  const to = spans.reduce((day, span) => later(day, span.to ?? today), today);
  return { from: addDays(from, -1), to: addDays(to, 1) };
}

/** Places a span in the chart, in percent of its width. A span without an end reaches to the end of today. */
export function placeSpan(days: GanttDays, { from, to }: GanttSpan, today: string): { start: number; width: number } {
  const share = (count: number) => (count / lengthOf(days)) * 100;
  const end = later(to ?? today, from);
  return { start: share(daysApart(days.from, from)), width: share(daysApart(from, end) + 1) };
}

/** Places the line of today at the start of the day, in percent. */
export const placeDay = (days: GanttDays, day: string) => (daysApart(days.from, day) / lengthOf(days)) * 100;

const MOST_MARKS = 12;
/** A mark that begins this near 今天, in percent, would lie below its sign. */
const UNDER_TODAY = { before: 7, after: 4 };

/**
 * Days that are written above the chart: Mondays, or the first of the month where that would be too many; but none where the sign of
 * today stands.
 */
export function marksOfGantt(days: GanttDays, today: string): string[] {
  const all = Array.from({ length: lengthOf(days) }, (_, at) => addDays(days.from, at));
  const mondays = all.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1);
  const marks = mondays.length <= MOST_MARKS ? mondays : all.filter((day) => day.endsWith("-01"));
  return marks.filter((day) => {
    const apart = (daysApart(today, day) / lengthOf(days)) * 100;
    return apart <= -UNDER_TODAY.before || apart >= UNDER_TODAY.after;
  });
}

/** Behind its plan: ended or expected to end later than planned, or not ended although the plan has. */
export function isLate({ planned, actual, forecast }: GanttRow, today: string): boolean {
  return planned.to !== null && (actual?.to ?? forecast?.to ?? today) > planned.to;
}

/** Describes a row for screen readers. */
export function describeRow(row: GanttRow, today: string): string {
  const show = ({ from, to }: GanttSpan) => `${from} 至 ${to ?? "今"}`;
  const actual = row.actual ? `实际 ${show(row.actual)}` : "未开始";
  const first = row.baseline ? `基线 ${show(row.baseline)}，` : "";
  const expected = row.forecast ? `，预测至 ${row.forecast.to ?? "今"}` : "";
  return `${first}计划 ${show(row.planned)}，${actual}${expected}${isLate(row, today) ? "，已延期" : ""}`;
}
