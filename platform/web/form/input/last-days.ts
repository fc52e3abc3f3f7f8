import { addDays, dayOf } from "@ops/platform/contract";

/** The last so many days until the given time, as days of the product, whatever the zone of the PC is. */
export function lastDays(count: number, now: Date): readonly [from: string, until: string] {
  const today = dayOf(now);
  return [addDays(today, 1 - count), today];
}
