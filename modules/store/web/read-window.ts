import type { WorkWindow } from "@ops/platform/contract";

const FORM = /^(\d{1,2}):?(\d{2})\s*[-–~至]\s*(\d{1,2}):?(\d{2})$/;

/** Reads 「9:30-18:00」; null for what is no window. */
export function windowOf(text: string): WorkWindow | null {
  const [, ...parts] = FORM.exec(text.trim()) ?? [];
  const [fromHour, fromMinute, untilHour, untilMinute] = parts;
  if (!fromHour || !untilHour) return null;
  return { from: `${fromHour.padStart(2, "0")}:${fromMinute}`, until: `${untilHour.padStart(2, "0")}:${untilMinute}` };
}
