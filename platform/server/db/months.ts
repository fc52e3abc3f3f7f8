import { sql } from "kysely";
import { snakeCase } from "./record/insert-many.ts";
import type { Tx } from "./tx.ts";

const MONTHS_LOCK = 7_316_046;

/** Makes the parts of a table by month from `since` to the month after next, so that its default part stays empty. */
export async function makeMonths(tx: Tx, table: string, since: Date = tx.now): Promise<void> {
  const name = snakeCase(table);
  for (const from of await monthsToMake(tx, since)) {
    const until = firstDay(monthOf(new Date(from)) + 1);
    const part = sql.raw(`${name}_${from.slice(0, 7).replace("-", "_")}`);
    await sql`create table if not exists ${part} partition of ${sql.raw(name)}
      for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(tx.kysely);
  }
}

/**
 * Finds the first days of the months whose partitions are missing. The lock lets one transaction at a time make them,
 * because two would make the same.
 */
export async function monthsToMake(tx: Tx, since: Date = tx.now): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${MONTHS_LOCK})`.execute(tx.kysely);
  const [first, last] = [monthOf(since), monthOf(tx.now) + 2];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => firstDay(first + n));
}

const monthOf = (instant: Date): number => instant.getUTCFullYear() * 12 + instant.getUTCMonth();
const firstDay = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10);
