import { addDays } from "@ops/platform/contract";

/** The last day of a year that begins on this day: the day before the same day next year, leap year or not. */
export function yearEnd(startOn: string): string {
  const [year = "", ...rest] = startOn.split("-");
  return addDays([Number(year) + 1, ...rest].join("-"), -1);
}
