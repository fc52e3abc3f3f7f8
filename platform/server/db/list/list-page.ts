import { commonErrors, type ListQuery, type Page, REACHABLE_ROWS } from "@ops/platform/contract";
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { runShaped, type Shaped } from "../connection/statement.ts";
import { requireSortable } from "../record/askable.ts";
import { scopeOn } from "../record/data-scope.ts";
import type { RecordRow, Table } from "../record/table.ts";
import type { Tx } from "../tx.ts";
import { type Condition, type ShapedCondition, shapeCondition } from "./condition.ts";

export interface ListOptions<Row> {
  readonly where?: readonly (Condition<keyof Row & string> | RawBuilder<boolean> | null)[];
  /** The default order. The id is added, so that pages never overlap. */
  readonly orderBy: readonly [keyof Row & string, "asc" | "desc"];
}

type AnyDatabase = Record<string, Record<string, unknown>>;
type AnyQuery = SelectQueryBuilder<AnyDatabase, string, Record<string, unknown>>;

/** The filter of a list as a shape with its values, and its query. */
export interface Filtered extends Shaped {
  query(): AnyQuery;
}

/** One page of a table inside the reader's data scope, with the total exact up to 10,000 rows. */
export async function listPage<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  query: ListQuery,
  options: ListOptions<Row>,
): Promise<Page<Row>> {
  const { pageNo, pageSize } = query;
  if (pageNo * pageSize > REACHABLE_ROWS) throw commonErrors.tooManyRows();
  requireSortable(tx, table, query.sortBy);
  const filtered = filterOf(tx, table, options.where);
  const [list, counted] = await Promise.all([
    selectPage<Row>(tx, table, filtered, { ...orderOf(query, options), pageNo, pageSize }),
    countUpTo(tx, filtered, REACHABLE_ROWS + 1),
  ]);
  const more = counted > REACHABLE_ROWS;
  return {
    list,
    total: more ? REACHABLE_ROWS : counted,
    totalKind: more ? "atLeast" : "exact",
    pageNo,
    pageSize,
  };
}

/** Counts the rows that the reader may see under these conditions, up to 10,000. */
export async function countRecords<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  ...where: NonNullable<ListOptions<Row>["where"]>
): Promise<number> {
  return countUpTo(tx, filterOf(tx, table, where), REACHABLE_ROWS);
}

/** The first rows of a table inside the reader's data scope, uncounted. */
export function firstRows<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  most: number,
  options: ListOptions<Row>,
): Promise<Row[]> {
  const order = { ...orderOf({}, options), pageNo: 1, pageSize: most };
  return selectRows<Row>(tx, table, filterOf(tx, table, options.where), order);
}

export function filterOf<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  where: ListOptions<Row>["where"] = [],
): Filtered {
  const scope = scopeOn(tx, table);
  const chosen = where.flatMap((one) => (one === null ? [] : [shapeCondition(tx.kysely, table.name, one)]));
  const conditions = scope ? [scope, ...chosen] : chosen;
  return {
    shape: `${table.name} where ${conditions.map((condition) => condition.shape).join(" and ")}`,
    values: conditions.flatMap((condition) => condition.values),
    query: () => filterQuery(tx, table, conditions),
  };
}

function filterQuery<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  conditions: readonly ShapedCondition[],
): AnyQuery {
  let filtered: AnyQuery = (tx.kysely as unknown as Kysely<AnyDatabase>).selectFrom(table.name) as unknown as AnyQuery;
  if (table.softDelete) filtered = filtered.where(`${table.name}.deletedAt`, "is", null);
  for (const { test } of conditions) filtered = filtered.where(test());
  return filtered;
}

interface Order {
  readonly column: string;
  readonly order: "asc" | "desc";
  /** Only the default order is promised an index, and its column is never null. */
  readonly placed: string;
}

export function orderOf<Row>(
  { sortBy, sortOrder = "asc" }: Pick<ListQuery, "sortBy" | "sortOrder">,
  { orderBy }: ListOptions<Row>,
): Order {
  if (sortBy) return { column: sortBy, order: sortOrder, placed: `${sortOrder} nulls last` };
  return { column: orderBy[0], order: orderBy[1], placed: orderBy[1] };
}

interface Wanted extends Order {
  readonly pageNo: number;
  readonly pageSize: number;
}

/**
 * Rows without a value come last. Rows with a value are selected first and alone, so that an index serves both
 * directions.
 */
async function selectPage<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  filtered: Filtered,
  wanted: Wanted,
): Promise<Row[]> {
  const { column, order, placed, pageSize } = wanted;
  if (placed === order) return selectRows<Row>(tx, table, filtered, wanted);
  const valued: Filtered = {
    shape: `${filtered.shape} and ${column} is not null`,
    values: filtered.values,
    query: () => filtered.query().where(`${table.name}.${column}`, "is not", null),
  };
  const rows = await selectRows<Row>(tx, table, valued, { ...wanted, placed: order });
  return rows.length === pageSize ? rows : selectRows<Row>(tx, table, filtered, wanted);
}

async function selectRows<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  filtered: Filtered,
  { column, order, placed, pageNo, pageSize }: Wanted,
): Promise<Row[]> {
  const offset = (pageNo - 1) * pageSize;
  const shape = `page of ${filtered.shape} by ${column} ${placed}`;
  return runShaped(tx.kysely, { shape, values: [...filtered.values, pageSize, offset] }, () =>
    filtered
      .query()
      .selectAll(table.name)
      .orderBy(sql`${sql.ref(`${table.name}.${column}`)} ${sql.raw(placed)}`)
      .orderBy(`${table.name}.id`, order)
      .limit(pageSize)
      .offset(offset),
  );
}

/**
 * The limit is a literal, because PostgreSQL estimates a parameter as a tenth of the rows when it plans for all values.
 */
export async function countUpTo(tx: Tx, filtered: Filtered, limit: number): Promise<number> {
  const counted = { shape: `count up to ${limit} of ${filtered.shape}`, values: filtered.values };
  const [row] = await runShaped<{ total: number }>(tx.kysely, counted, () => {
    const limited = filtered.query().select(sql`1`.as("one")).limit(sql.lit(limit)).as("counted");
    return (tx.kysely as unknown as Kysely<AnyDatabase>)
      .selectFrom(limited)
      .select((eb) => eb.fn.countAll<number>().as("total"));
  });
  return row?.total ?? 0;
}
