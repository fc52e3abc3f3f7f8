import { dayOf } from "@ops/platform/contract";
import { serverNow } from "@ops/platform/web";

/** How many days are left; negative when it is over. */
export function daysLeft(day: string): number {
  const today = dayOf(serverNow());
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

/** A day that comes near: plain, warned of within 30 days, bad when it is over. */
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
