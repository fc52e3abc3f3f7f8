import pg from "pg";
import { connectionOptions, type DatabaseAddress, ownerAddress } from "../database.ts";

/** Makes the SQL for the id of the nth record of its kind in a large set, which is always the same. */
export const largeId = (kind: string, n: string): string =>
  `('019${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The part of a connection that is needed. */
export interface LargeClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A connection that may fill every table, the audit log too. */
export async function connectOwner(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionOptions(ownerAddress(address) ?? address),
    options: "-c timezone=UTC -c statement_timeout=0", // a month may take longer than any call
  });
  await client.connect();
  return client;
}

/** A table partitioned by month, and how many rows it gets, evenly over the time. */
interface MonthlyRows {
  readonly table: string;
  readonly rows: number;
  readonly since: Date;
  readonly until: Date;
}

/** The part of the rows in one month. */
interface MonthPart {
  readonly part: string;
  /** The rows from `first` on, counted from 0 over the whole time. */
  readonly first: number;
  readonly count: number;
  readonly from: Date;
  readonly until: Date;
}

/**
 * Fills each month separately and adds its indexes when it joins the table, which is much faster. Existing rows stay.
 */
export async function fillMonths(
  client: LargeClient,
  { table, rows, since, until }: MonthlyRows,
  fill: (part: MonthPart) => Promise<unknown>,
): Promise<void> {
  const [begins, ends] = [since.getTime(), until.getTime()];
  const before = (at: number) => Math.round((rows * (at - begins)) / (ends - begins));
  for (const { starts, next } of monthsFrom(since, until)) {
    const part = `${table}_${starts.toISOString().slice(0, 7).replace("-", "_")}`;
    const from = new Date(Math.max(starts.getTime(), begins));
    const to = new Date(Math.min(next.getTime(), ends));
    const first = before(from.getTime());
    // a partition that is filled in the transaction that made it needs no write-ahead log, if wal_level is minimal
    await client.query("begin");
    await makeAnew(client, table, part);
    await fill({ part, first, count: before(to.getTime()) - first, from, until: to });
    const [lower, upper] = [starts, next].map((day) => day.toISOString().slice(0, 10));
    await client.query(`alter table ${table} attach partition ${part} for values from ('${lower}') to ('${upper}')`);
    await client.query("commit");
  }
}

/** The part outside its table, without indexes, with the rows that it had. */
async function makeAnew(client: LargeClient, table: string, part: string): Promise<void> {
  const { rows } = await client.query("select to_regclass($1) is not null as there", [part]);
  const isThere = rows[0]?.["there"] === true;
  if (isThere) {
    await client.query(`alter table ${table} detach partition ${part}`);
    await client.query(`alter table ${part} rename to ${part}_before`);
  }
  await client.query(`create table ${part} (like ${table} including defaults including constraints)`);
  if (!isThere) return;
  await client.query(`insert into ${part} select * from ${part}_before`);
  await client.query(`drop table ${part}_before`);
}

function* monthsFrom(since: Date, until: Date): Generator<{ starts: Date; next: Date }> {
  const [first, last] = [since, until].map((at) => at.getUTCFullYear() * 12 + at.getUTCMonth());
  const start = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
  for (let month = first ?? 0; month <= (last ?? 0); month++) yield { starts: start(month), next: start(month + 1) };
}

/** Fills a table without its indexes, triggers and references, and adds them afterwards, which is many times faster. */
export async function fillBare(client: LargeClient, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  const { rows: references } = await client.query(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as made from pg_constraint
     where conrelid = $1::regclass and contype = 'f'`,
    [table],
  );
  await client.query("begin");
  await client.query(`alter table ${table} disable trigger user`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  for (const { name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  await fill();
  for (const { made } of rows) await client.query(String(made));
  for (const { name, made } of references) await client.query(`alter table ${table} add constraint ${name} ${made}`);
  await client.query(`alter table ${table} enable trigger user`);
  await client.query("commit");
}
