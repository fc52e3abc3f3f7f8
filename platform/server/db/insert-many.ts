import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./tx.ts";

/**
 * Inserts any number of rows with one statement and one parameter. All rows name the same
 * columns; those they leave out take their defaults. Columns of jsonb take the value itself, not its text.
 */
export async function insertMany(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await inserting(table, rows).execute(tx.kysely);
}

/** The same, without rows whose key is there already. Answers the ids of those that are new. */
export async function insertMissing(
  tx: Tx,
  table: string,
  rows: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await sql<{ id: string }>`${inserting(table, rows)} on conflict do nothing returning id`.execute(
    tx.kysely,
  );
  return new Set(inserted.rows.map(({ id }) => id));
}

function inserting(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const names = Object.keys(rows[0] ?? {}).map((name) => [name, snakeCase(name)] as const);
  const named = rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const [name, column] of names) values[column] = inJson(Reflect.get(row, name));
    return values;
  });
  const target = sql.id(snakeCase(table));
  const columns = sql.join(names.map(([, column]) => sql.id(column)));
  return sql`insert into ${target} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(named)}::jsonb)`;
}

/** Bytes would travel as a list of numbers, which bytea takes for a text. */
const inJson = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
