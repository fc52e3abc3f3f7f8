import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { Tx } from "../tx.ts";

type AnyDatabase = Record<string, Record<string, unknown>>;
type AnyQuery = SelectQueryBuilder<AnyDatabase, string, Record<string, unknown>>;

/** The wanted values of columns: equal to a value, one of several, or empty. Columns with lists or objects need SQL. */
export type Wanted<Row> = {
  readonly [K in keyof Row]?: NonNullable<Row[K]> extends string | number | boolean | Date
    ? Row[K] | readonly NonNullable<Row[K]>[]
    : never;
};

/** Finds the rows with these values, sorted by the named columns, without regard to the scope. */
export async function findRows<Row>(
  tx: Tx,
  table: string,
  wanted: Wanted<Row>,
  orderBy: readonly (keyof Row & string)[] = [],
): Promise<Row[]> {
  const conditions = Object.entries(wanted);
  if (conditions.some(([, value]) => Array.isArray(value) && value.length === 0)) return [];
  const { kysely }: { kysely: unknown } = tx;
  let query = (kysely as Kysely<AnyDatabase>).selectFrom(table).selectAll() as unknown as AnyQuery;
  for (const [column, value] of conditions) query = query.where(conditionOn(column, value));
  for (const column of orderBy) query = query.orderBy(column);
  return (await query.execute()) as Row[]; // all columns of the table
}

function conditionOn(column: string, value: unknown) {
  if (value === null) return sql<boolean>`${sql.ref(column)} is null`;
  return Array.isArray(value)
    ? sql<boolean>`${sql.ref(column)} = any(${value})`
    : sql<boolean>`${sql.ref(column)} = ${value}`;
}
