import { dayOf } from "@ops/platform/contract";

/** Whether the last day is over; without one it never is (AU-R8, AU-R54). */
export function isOutOfDate(lastDay: string | null, now: Date): boolean {
  return (lastDay ?? "9999") < dayOf(now);
}
