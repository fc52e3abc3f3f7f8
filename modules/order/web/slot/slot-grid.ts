import type { Slot } from "@ops/order/contract";
import { addDays, DAYS_OF_WEEK } from "@ops/platform/contract";

export interface SlotLine {
  /** `10:00` */
  readonly time: string;
  /** For each day of the page, what is offered at this time. */
  readonly slots: readonly (Slot | null)[];
}

export interface SlotGrid {
  readonly days: readonly string[];
  readonly lines: readonly SlotLine[];
}

/** The days from which pages of a week begin, as many as the slots reach. */
export function pagesOf(slots: readonly Slot[], today: string): string[] {
  const last = slots.at(-1)?.startAt.slice(0, 10) ?? today;
  const starts: string[] = [];
  for (let day = today; day <= last; day = addDays(day, DAYS_OF_WEEK)) starts.push(day);
  return starts;
}

/** Lays the slots of seven days out: a line for each time that any of the days has. */
export function gridOf(slots: readonly Slot[], firstDay: string): SlotGrid {
  const days = Array.from({ length: DAYS_OF_WEEK }, (_, at) => addDays(firstDay, at));
  const shown = slots.filter(({ startAt }) => days.includes(startAt.slice(0, 10)));
  const times = [...new Set(shown.map(({ startAt }) => startAt.slice(11, 16)))].toSorted();
  const at = (day: string, time: string) => shown.find(({ startAt }) => startAt === `${day} ${time}:00`) ?? null;
  return { days, lines: times.map((time) => ({ time, slots: days.map((day) => at(day, time)) })) };
}
