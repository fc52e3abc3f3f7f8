import { commonErrors, type InstantRange, type ListQuery, type Page, REACHABLE_ROWS } from "@ops/platform/contract";
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { scopeCondition } from "./data-scope.ts";
import type { RecordRow, Table } from "./table.ts";
import type { Tx } from "./tx.ts";

/** One filter of a list on a column; null when the user left it empty, and then it drops out. */
export interface Condition<Column extends string = string> {
  readonly column: Column;
  readonly test: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
}
type MaybeCondition<Column extends string> = Condition<Column> | null;

function unlessEmpty<Column extends string, V>(
  column: Column,
  value: V | undefined | null,
  test: (column: RawBuilder<unknown>, value: V) => RawBuilder<boolean>,
): MaybeCondition<Column> {
  if (value === undefined || value === null || value === "") return null;
  return { column, test: (ref) => test(ref, value) };
}

export const is = <C extends string>(column: C, value: string | number | boolean | undefined | null) =>
  unlessEmpty(column, value, (ref, wanted) => sql<boolean>`${ref} = ${wanted}`);

export const oneOf = <C extends string>(column: C, values: readonly string[] | undefined) =>
  unlessEmpty(column, values, (ref, wanted) => sql<boolean>`${ref} = any(${wanted})`);

export const within = <C extends string>(column: C, range: InstantRange | undefined) =>
  unlessEmpty(column, range, (ref, { from, until }) => sql<boolean>`(${ref} >= ${from} and ${ref} < ${until})`);

/** Names and titles: served by a GIN index on `string_to_array(lower(column), null)` whatever the length of the keyword. */
export const contains = <C extends string>(column: C, keyword: string | undefined) =>
  unlessEmpty(column, keyword, (ref, text) => {
    const pattern = `%${escapeLike(text)}%`;
    return sql<boolean>`(string_to_array(lower(${ref}), null) @> string_to_array(lower(${text}), null) and ${ref} ilike ${pattern})`;
  });

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

interface ListOptions<Row> {
  readonly where?: readonly (MaybeCondition<keyof Row & string> | RawBuilder<boolean> | null)[];
  /** The order when the user chose none. The id follows, so that pages never overlap. */
  readonly orderBy: readonly [keyof Row & string, "asc" | "desc"];
}

type AnyDatabase = Record<string, Record<string, unknown>>;
type AnyQuery = SelectQueryBuilder<AnyDatabase, string, Record<string, unknown>>;

/** One page of a table inside the reader's data scope, with the total exact up to 10,000 rows. */
export async function listPage<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  query: ListQuery,
  options: ListOptions<Row>,
): Promise<Page<Row>> {
  const { pageNo, pageSize } = query;
  if (pageNo * pageSize > REACHABLE_ROWS) throw commonErrors.tooManyRows();
  const filtered = filteredQuery(tx, table, options);
  const column = query.sortBy ?? options.orderBy[0];
  const order = query.sortBy ? (query.sortOrder ?? "asc") : options.orderBy[1];
  // Only the default order is promised an index, and its column is never null.
  const placed = sql.raw(query.sortBy ? `${order} nulls last` : order);
  const [list, counted] = await Promise.all([
    filtered
      .selectAll(table.name)
      .orderBy(sql`${sql.ref(`${table.name}.${column}`)} ${placed}`)
      .orderBy(`${table.name}.id`, order)
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    countUpTo(tx, filtered, REACHABLE_ROWS + 1),
  ]);
  const more = counted > REACHABLE_ROWS;
  return {
    list: list as unknown as Row[],
    total: more ? REACHABLE_ROWS : counted,
    totalKind: more ? "atLeast" : "exact",
    pageNo,
    pageSize,
  };
}

function filteredQuery<Row extends RecordRow>(tx: Tx, table: Table<Row>, options: ListOptions<Row>): AnyQuery {
  let filtered: AnyQuery = (tx.kysely as unknown as Kysely<AnyDatabase>).selectFrom(table.name) as unknown as AnyQuery;
  if (table.softDelete) filtered = filtered.where(`${table.name}.deletedAt`, "is", null);
  const scope = scopeCondition(table, tx.actor.scopeOf(tx.permission));
  if (scope) filtered = filtered.where(scope);
  for (const condition of options.where ?? []) {
    if (condition === null) continue;
    const test = "test" in condition ? condition.test(sql.ref(`${table.name}.${condition.column}`)) : condition;
    filtered = filtered.where(test);
  }
  return filtered;
}

async function countUpTo(tx: Tx, filtered: AnyQuery, limit: number): Promise<number> {
  const limited = filtered.select(sql`1`.as("one")).limit(limit).as("counted");
  const row = await (tx.kysely as unknown as Kysely<AnyDatabase>)
    .selectFrom(limited)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return row.total;
}
