import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** A moment so many days ago at work; one that has not come yet is just now. */
export function daysAgo({ now }: Pick<Tx, "now">, days: number, hour = 10): Date {
  const moment = startOfDay(addDays(dayOf(now), -days)).getTime() + hour * HOUR_MS;
  return new Date(Math.min(moment, now.getTime() - 60_000));
}

/** Numbers like those of the product: of a past day by hand, of today by the counter that goes on after the demo. */
export class PastNumbers {
  readonly #tx: Tx;
  readonly #last = new Map<string, number>();

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  async next(kind: string, prefix: string, at: Date): Promise<string> {
    if (dayOf(at) === dayOf(this.#tx.now)) return this.#tx.nextNumber(kind);
    const start = prefix + dayOf(at).replaceAll("-", "");
    const no = (this.#last.get(start) ?? 0) + 1;
    this.#last.set(start, no);
    return start + String(no).padStart(6, "0");
  }
}
