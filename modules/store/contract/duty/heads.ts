import { addDays, minutesOf, type WorkWindow } from "@ops/platform/contract";
import type { DutyFamily, DutyMember, DutyRoster } from "./shape.ts";

/** How many people of a family are there in an hour of a day of the week. */
export interface HourHeads {
  readonly hour: number;
  readonly isOpen: boolean;
  readonly heads: number;
}

const HOUR = 60;

/** Counts the planned heads of each hour from the first to the last one in which the store is open or somebody works. */
export function headsPerHour(
  { monday, days, open }: Pick<DutyRoster, "monday" | "days" | "open">,
  members: readonly Pick<DutyMember, "userId" | "families">[],
  { family, at }: { readonly family: DutyFamily; readonly at: number },
): HourHeads[] {
  const day = addDays(monday, at);
  const takesPart = new Set(members.filter(({ families }) => families.includes(family)).map(({ userId }) => userId));
  const planned = days.filter((one) => one.day === day && one.kind === "SHIFT" && takesPart.has(one.userId));
  const hours = open[at] ?? [];
  const all = [...hours, ...planned.flatMap(({ windows }) => windows)];
  if (all.length === 0) return [];
  const first = Math.floor(Math.min(...all.map(({ from }) => minutesOf(from))) / HOUR);
  const last = Math.ceil(Math.max(...all.map(({ until }) => minutesOf(until))) / HOUR);
  return Array.from({ length: last - first }, (_, n) => {
    const hour = first + n;
    const minute = firstOpenMinute(hours, hour) ?? hour * HOUR;
    const heads = planned.filter(({ windows }) => windows.some((window) => isIn(window, minute))).length;
    return { hour, isOpen: firstOpenMinute(hours, hour) !== null, heads };
  });
}

const isIn = ({ from, until }: WorkWindow, minute: number): boolean =>
  minutesOf(from) <= minute && minute < minutesOf(until);

/** A store that opens at half past nine needs nobody at nine. */
function firstOpenMinute(hours: readonly WorkWindow[], hour: number): number | null {
  const minutes = hours.flatMap((window) => {
    const start = Math.max(minutesOf(window.from), hour * HOUR);
    return start < Math.min(minutesOf(window.until), (hour + 1) * HOUR) ? [start] : [];
  });
  return minutes.length === 0 ? null : Math.min(...minutes);
}
