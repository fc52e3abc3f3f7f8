import { addDays } from "@ops/platform/contract";

/** Finds the last day of a year that begins on this day, which is the day before the same day next year. */
export function yearEnd(startOn: string): string {
  const [year = "", ...rest] = startOn.split("-");
  return addDays([Number(year) + 1, ...rest].join("-"), -1);
}
