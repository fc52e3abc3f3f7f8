import { sql } from "kysely";
import type { Tx } from "./tx.ts";

/** Values as JSON writes them; a Date becomes its ISO text. */
type Value =
  | string
  | number
  | boolean
  | Date
  | null
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

/**
 * Inserts any number of rows with one statement and one parameter, for demo data and first starts. All rows name the same
 * columns; those they leave out take their defaults. Columns of jsonb take the value itself, not its text.
 */
export async function insertMany(
  tx: Tx,
  table: string,
  rows: readonly Readonly<Record<string, Value | undefined>>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const named = rows.map((row) =>
    Object.fromEntries(columns.map((column) => [snakeCase(column), row[column] ?? null])),
  );
  const target = sql.id(snakeCase(table));
  const list = sql.join(columns.map((column) => sql.id(snakeCase(column))));
  await sql`insert into ${target} (${list})
    select ${list} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(named)}::jsonb)`.execute(tx.kysely);
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
