import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../tx.ts";

/**
 * Inserts any number of rows with one statement and one parameter. Columns without values get defaults. All rows must
 * have the columns of the first one. Columns of jsonb take the value itself, not its text.
 */
export async function insertMany(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  for (const alike of Map.groupBy(rows, columnKey).values()) await insertStatementOf(table, alike).execute(tx.kysely);
}

const columnKey = (row: object): string => Object.keys(row).sort().join();

/** Does the same without rows whose key exists. Answers the ids of new rows. */
export async function insertMissing(
  tx: Tx,
  table: string,
  rows: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await sql<{
    id: string;
  }>`${insertStatementOf(table, rows)} on conflict do nothing returning id`.execute(tx.kysely);
  return new Set(inserted.rows.map(({ id }) => id));
}

/** Makes an insert in which a value that all rows share is sent once, as for most columns in the log of an import. */
function insertStatementOf(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const names = Object.keys(rows[0] ?? {});
  const alike = new Set(names.filter((name) => isAlike(rows, name)));
  const own = names.filter((name) => !alike.has(name));
  const columns = sql.join(names.map((name) => sql.id(snakeCase(name))));
  const values = sql.join(names.map((name) => sql.id(alike.has(name) ? "alike" : "own", snakeCase(name))));
  const once = recordsetOf(table, [...alike], rows.slice(0, 1));
  return sql`insert into ${sql.id(snakeCase(table))} (${columns})
    select ${values} from ${recordsetOf(table, own, rows)} own, ${once} alike`;
}

function isAlike(rows: readonly object[], name: string): boolean {
  const first: unknown = Reflect.get(rows[0] ?? {}, name);
  return rows.every((row) => Reflect.get(row, name) === first);
}

/**
 * Makes a set of rows that a statement can read from one parameter. It has the columns of the table, of which these are
 * filled.
 */
export function recordsetOf(table: string, names: readonly string[], rows: readonly object[]): RawBuilder<unknown> {
  const columns = names.map((name) => [name, snakeCase(name)] as const);
  const named = rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const [name, column] of columns) values[column] = toJsonValue(Reflect.get(row, name));
    return values;
  });
  return sql`jsonb_populate_recordset(null::${sql.id(snakeCase(table))}, ${JSON.stringify(named)}::jsonb)`;
}

/** Bytes would travel as a list of numbers, which bytea takes for a text. */
const toJsonValue = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
