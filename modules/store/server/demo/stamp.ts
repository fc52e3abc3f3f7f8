import { startOfDay } from "@ops/platform/contract";
import { newId, pastStamp, type Tx } from "@ops/platform/server";

const HOUR_MS = 3_600_000;

/** A moment of a day at work; one of today that has not come yet is now. */
export function momentOn({ now }: Tx, day: string, hour = 10): Date {
  return new Date(Math.min(now.getTime(), startOfDay(day).getTime() + hour * HOUR_MS));
}

/** The columns that every record has, for one that somebody made on a day. */
export function stampOn(tx: Tx, day: string, by: string) {
  return { id: newId(), ...pastStamp(momentOn(tx, day), by) };
}
