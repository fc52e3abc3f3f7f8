import assert from "node:assert/strict";
import { type Tx, tryInside } from "@ops/platform/server";
import { sql } from "kysely";

export type Telling = (tx: Tx) => Promise<unknown>;

class Undone extends Error {}

/** Answers what something comes to inside of a transaction, and undoes it. */
async function lookAhead<T>(tx: Tx, act: () => Promise<T>): Promise<T> {
  const found: { done?: T } = {};
  const attempt = await tryInside(tx, async () => {
    found.done = await act();
    throw new Undone();
  });
  assert.ok("error" in attempt);
  if (!(attempt.error instanceof Undone) || !("done" in found)) throw attempt.error;
  return found.done;
}

/**
 * Counts the ends of all orders in which things can be told about an order and its car. Where several orders have left
 * the same rows, what is left to be told is told once for all of them, because it finds the same in each.
 */
export async function countEnds(
  tx: Tx,
  { told, about, endOf }: { told: readonly Telling[]; about: About; endOf: (tx: Tx) => Promise<string> },
): Promise<ReadonlyMap<string, number>> {
  const standingOf = await readStanding(tx, about);
  const known = new Map<string, ReadonlyMap<string, number>>();
  const endsAfter = async (left: readonly Telling[]): Promise<ReadonlyMap<string, number>> => {
    if (left.length === 0) return new Map([[await endOf(tx), 1]]);
    const standing = JSON.stringify([left.map((telling) => told.indexOf(telling)), await standingOf()]);
    const ends = new Map(known.get(standing));
    if (ends.size > 0) return ends;
    for (const next of left) {
      const found = await lookAhead(tx, async () => {
        await next(tx);
        return endsAfter(left.filter((other) => other !== next));
      });
      for (const [end, count] of found) ends.set(end, (ends.get(end) ?? 0) + count);
    }
    known.set(standing, ends);
    return ends;
  };
  return endsAfter(told);
}

interface About {
  readonly orderId: string;
  readonly carId: string;
}

/** Reads every row of the order and of its car, in all tables. */
async function readStanding(tx: Tx, { orderId, carId }: About): Promise<() => Promise<string>> {
  const { rows: tables } = await sql<{ name: string; column: string }>`
    select relname as name, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and (attname in ('order_id', 'car_id') or attname = 'id' and relname in ('sales_order', 'order_money', 'car'))
    order by 1, 2`.execute(tx.kysely);
  const parts = tables.map(({ name, column }) => {
    const row = sql`to_jsonb(t) - 'id' - 'version'`;
    return sql`select ${name} as name, ${row} as row from ${sql.table(name)} t
      where ${sql.ref(`t.${column}`)} in (${orderId}::uuid, ${carId}::uuid)`;
  });
  const all = sql<{ name: string; row: object }>`${sql.join(parts, sql` union all `)} order by 1, 2`;
  return async () => nameIds(JSON.stringify((await all.execute(tx.kysely)).rows));
}

/** Names ids by the order in which they appear, because new rows have other ones each time. */
function nameIds(text: string): string {
  const names = new Map<string, number>();
  return text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    const name = names.get(id) ?? names.size;
    names.set(id, name);
    return `#${name}`;
  });
}
