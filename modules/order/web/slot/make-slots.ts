import type { WeeklySlot } from "@ops/order/contract";
import { minutesOf } from "@ops/platform/contract";

export interface Plan {
  readonly weekdays: readonly number[];
  readonly from: string;
  readonly until: string;
  /** The length of a slot in minutes. */
  readonly length: number;
  readonly capacity: number;
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** Says why no slots can be made of a plan, or null. */
export function faultOfPlan({ weekdays, from, until, length }: Plan): string | null {
  if (weekdays.length === 0) return "请选择星期";
  if (!CLOCK.test(from) || !CLOCK.test(until)) return "时间的格式为 10:00";
  if (from >= until) return "结束时间须晚于开始时间";
  return minutesOf(until) - minutesOf(from) < length ? `不足${length}分钟，没有完整的时段` : null;
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Replaces the slots of the chosen days by slots of equal length one after the other; what is left over is no slot. */
export function makeSlots(slots: readonly WeeklySlot[], plan: Plan): WeeklySlot[] {
  const { weekdays, from, until, length, capacity } = plan;
  const starts: number[] = [];
  for (let at = minutesOf(from); at + length <= minutesOf(until); at += length) starts.push(at);
  const made = weekdays.flatMap((weekday) =>
    starts.map((at) => ({ weekday, from: clockOf(at), until: clockOf(at + length), capacity })),
  );
  return [...slots.filter(({ weekday }) => !weekdays.includes(weekday)), ...made];
}
