import type { InstantRange } from "@ops/platform/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Shaped } from "../connection/statement.ts";

/** One filter of a list on a column; null when the user left it empty, and then it drops out. */
export interface Condition<Column extends string = string> extends Shaped {
  readonly column: Column;
  readonly test: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/** A condition of a statement. `test` is called only when the text of the statement must be made. */
export interface ShapedCondition extends Shaped {
  readonly test: () => RawBuilder<boolean>;
}

export const is = <C extends string>(column: C, value: string | number | boolean | undefined | null) =>
  unlessEmpty(column, value, "is", (ref, wanted) => sql<boolean>`${ref} = ${wanted}`);

export const oneOf = <C extends string>(column: C, values: readonly string[] | undefined) =>
  unlessEmpty(column, values, "one of", (ref, wanted) => sql<boolean>`${ref} = any(${wanted})`);

export const within = <C extends string>(column: C, range: InstantRange | undefined): Condition<C> | null => {
  if (!range) return null;
  const { from, until } = range;
  const test = (ref: RawBuilder<unknown>) => sql<boolean>`(${ref} >= ${from} and ${ref} < ${until})`;
  return { column, shape: "within", values: [from, until], test };
};

/** For columns with days. Both ends are included. */
export const daysWithin = <C extends string>(column: C, { first, last }: { first: string; last: string }) => {
  const test = (ref: RawBuilder<unknown>) => sql<boolean>`${ref} between ${first}::date and ${last}::date`;
  return { column, shape: "days within", values: [first, last], test } satisfies Condition<C>;
};

/** Names and titles: served by a GIN index on `string_to_array(lower(column), null)` whatever the length of the keyword. */
export const contains = <C extends string>(column: C, keyword: string | undefined): Condition<C> | null => {
  if (!keyword) return null;
  const pattern = `%${escapeLike(keyword)}%`;
  const test = (ref: RawBuilder<unknown>) =>
    sql<boolean>`(string_to_array(lower(${ref}), null) @> string_to_array(lower(${keyword}), null) and ${ref} ilike ${pattern})`;
  return { column, shape: "contains", values: [keyword, pattern], test };
};

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

function unlessEmpty<Column extends string, V>(
  column: Column,
  value: V | undefined | null,
  shape: string,
  test: (column: RawBuilder<unknown>, value: V) => RawBuilder<boolean>,
): Condition<Column> | null {
  if (value === undefined || value === null || value === "") return null;
  return { column, shape, values: [value], test: (ref) => test(ref, value) };
}

/** A filter on a column of this table, or a condition written by hand, made ready for a statement. */
export function shapeCondition(
  database: Kysely<unknown>,
  table: string,
  condition: Condition | RawBuilder<boolean>,
): ShapedCondition {
  if (!("test" in condition)) return shapeRawCondition(database, condition);
  const { column, shape, values } = condition;
  return { shape: `${column} ${shape}`, values, test: () => condition.test(sql.ref(`${table}.${column}`)) };
}

export function shapeRawCondition(database: Kysely<unknown>, condition: RawBuilder<boolean>): ShapedCondition {
  const { sql: shape, parameters } = condition.compile(database);
  return { shape, values: parameters, test: () => condition };
}
