import { dayOf } from "@ops/platform/contract";
import { serverNow } from "@ops/platform/web";

/** Counts the days that are left; negative if the day has passed. */
export function daysLeft(day: string): number {
  const today = dayOf(serverNow());
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

/** Shows a day with a warning colour within 30 days before it, and in red when it is over. */
export function EndDay({ day, none = "-" }: { readonly day: string | null; readonly none?: string }) {
  if (day === null) return none;
  const left = daysLeft(day);
  const tone = left < 0 ? "bad" : left <= 30 ? "warn" : "good";
  return (
    <span className="partner-end" data-tone={tone}>
      {day}
      <small>{left < 0 ? `已过${-left}天` : `${left}天`}</small>
    </span>
  );
}
