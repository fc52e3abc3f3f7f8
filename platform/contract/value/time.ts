const ZONE_OFFSET_MS = 8 * 3600_000;

const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));
const MOST_DAYS = 1_000;
/** Caches texts of days by their number since 1970, because the same few hundred are used again and again. */
const days = new Map<number, string>();

/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai, which has had no daylight saving since 1991. */
export function wireTime(instant: Date): string {
  const seconds = Math.floor((instant.getTime() + ZONE_OFFSET_MS) / 1000);
  const number = Math.floor(seconds / 86_400);
  const today = seconds - number * 86_400;
  const minutes = Math.floor(today / 60);
  const clock = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[today % 60]}`;
  return `${days.get(number) ?? dayText(number)} ${clock}`;
}

function dayText(number: number): string {
  const text = new Date(number * 86_400_000).toISOString().slice(0, 10);
  if (days.size >= MOST_DAYS) days.clear();
  days.set(number, text);
  return text;
}

/** The instant that a wire time names. */
export function instantOf(wire: string): Date {
  return new Date(`${wire.replace(" ", "T")}+08:00`);
}

/** The day in Shanghai at this instant, `YYYY-MM-DD`. */
export function dayOf(instant: Date): string {
  return wireTime(instant).slice(0, 10);
}

/** Midnight in Shanghai at the start of a day. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

export function nextDay(day: string): string {
  return addDays(day, 1);
}

/** Finds the day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(startOfDay(day).getTime() + days * 86_400_000));
}

/** How many days lie from one day to another; negative when the other is past. */
export function daysApart(from: string, to: string): number {
  return Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / 86_400_000);
}

/** `YYYYMMDDHHmmss`, as in names of downloaded files. */
export function compactTime(instant: Date): string {
  return wireTime(instant).replace(/\D/g, "");
}

/** A day that a calendar and a database have: there is no year 0. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = startOfDay(text);
  return !Number.isNaN(instant.getTime()) && dayOf(instant) === text;
}
