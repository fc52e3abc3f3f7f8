import { type Compilable, CompiledQuery, type Kysely } from "kysely";
import { poolOf } from "../database.ts";

/** A condition as its values and the text around them; two conditions of one shape differ in their values only. */
export interface Shaped {
  readonly shape: string;
  readonly values: readonly unknown[];
}

const texts = new Map<string, string>();
const MOST_TEXTS = 5_000;

/**
 * Runs a query whose text follows from `shape` alone. Kysely makes the text once per shape; after that only the values
 * are bound, which saves most of the work of a call.
 */
export async function runShaped<Row>(
  database: Kysely<unknown>,
  { shape, values }: Shaped,
  build: () => Compilable,
): Promise<Row[]> {
  const text = texts.get(shape) ?? makeText(shape, values, build);
  return runText(database, text, values);
}

/** Runs a statement that is written out; its columns arrive in camelCase like all others. */
export async function runText<Row>(
  database: Kysely<unknown>,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = poolOf(database);
  if (pool) return (await pool.query(text, [...values])).rows; // without Kysely's layers over the connection
  return (await database.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

function makeText(shape: string, values: readonly unknown[], build: () => Compilable): string {
  const { sql, parameters } = build().compile();
  const inOrder = parameters.length === values.length && parameters.every((one, n) => Object.is(one, values[n]));
  if (!inOrder) throw new Error(`the values of the statement ${shape} are not those of its text`);
  if (texts.size < MOST_TEXTS) texts.set(shape, sql);
  return sql;
}
