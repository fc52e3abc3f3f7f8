import { sql } from "kysely";
import type { Tx } from "./tx.ts";

/**
 * Inserts any number of rows with one statement and one parameter, for demo data and first starts. All rows name the same
 * columns; those they leave out take their defaults. Columns of jsonb take the value itself, not its text.
 */
export async function insertMany(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first).map((name) => [name, snakeCase(name)] as const);
  const named = rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const [name, column] of names) values[column] = inJson(Reflect.get(row, name));
    return values;
  });
  const target = sql.id(snakeCase(table));
  const columns = sql.join(names.map(([, column]) => sql.id(column)));
  await sql`insert into ${target} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(named)}::jsonb)`.execute(
    tx.kysely,
  );
}

/** Bytes would travel as a list of numbers, which bytea takes for a text. */
const inJson = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
