import { dayOf, startOfDay } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import { onlyOf } from "./db/record/only.ts";
import type { Tx } from "./db/tx.ts";

/** How often `subject` has come within the current window, this time included. One statement, shared by all nodes. */
export async function countInWindow(
  database: Kysely<unknown>,
  subject: string,
  windowSeconds: number,
  now: Date,
): Promise<number> {
  const windowStart = new Date(Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds * 1000);
  return countOne(database, subject, windowStart);
}

/** Does the same for the calendar day. Simultaneous calls are counted one after the other. */
export function countToday({ kysely, now }: Tx, subject: string, by = 1): Promise<number> {
  return countOne(kysely, subject, startOfDay(dayOf(now)), by);
}

/** How often `subject` has come today, without counting it once more. */
export async function readCountOfToday({ kysely, now }: Tx, subject: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count from rate_counter
    where subject = ${subject} and window_start = ${startOfDay(dayOf(now))}`.execute(kysely);
  return rows[0]?.count ?? 0;
}

/** Counts many subjects of the day with one statement, each by its own number, and answers the counts by subject. */
export async function countAllToday(
  { kysely, now }: Tx,
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  // sorted, so that two transactions which count the same subjects never deadlock
  const { rows } = await sql<{ subject: string; count: number }>`
    insert into rate_counter as c (subject, window_start, count)
    select subject, ${startOfDay(dayOf(now))}, by
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as asked (subject, by) order by subject
    on conflict (subject, window_start) do update set count = c.count + excluded.count
    returning subject, count`.execute(kysely);
  return new Map(rows.map(({ subject, count }) => [subject, count]));
}

async function countOne(database: Kysely<unknown>, subject: string, windowStart: Date, by = 1): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into rate_counter as c (subject, window_start, count) values (${subject}, ${windowStart}, ${by})
    on conflict (subject, window_start) do update set count = c.count + excluded.count
    returning count`.execute(database);
  return onlyOf(rows).count;
}

/** Refused because it came too often: HTTP 429, which the client shows as 系统繁忙，请稍后再试. */
export class TooMany extends Error {}

/** A burst limit per session, kept by each node for itself: it guards the node, not a business rule. */
export class BurstLimit {
  readonly #perSecond: number;
  #second = 0;
  #counts = new Map<string, number>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  take(subject: string, now: Date): void {
    const second = Math.floor(now.getTime() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(subject) ?? 0) + 1;
    this.#counts.set(subject, count);
    if (count > this.#perSecond) throw new TooMany("操作过于频繁，请稍后再试");
  }
}
