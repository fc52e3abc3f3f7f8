import type { ListQuery } from "@ops/platform/contract";
import { type Expression, sql } from "kysely";
import { requireSortable } from "./askable.ts";
import { countUpTo, filterOf, type ListOptions, orderOf } from "./list-page.ts";
import type { RecordRow, Table } from "./table.ts";
import type { Tx } from "./tx.ts";

/** Every row of a list, a chunk at a time. */
export interface WholeList<Row = object> {
  /** Counted up to one more than was asked for. */
  count(most: number): Promise<number>;
  /** Works inside a transaction only. */
  chunks(): AsyncIterable<readonly Row[]>;
  /** A field that is a list with an element for each of these titles: as many columns instead of one. */
  readonly spread?: { readonly key: string; readonly titles: readonly string[] };
}

const CHUNK_ROWS = 500;

/**
 * The same rows as `listPage` in the same order, all of them, by a cursor: constant memory, one state of the data. `show`
 * makes of each chunk what the contract shows.
 */
export function wholeList<Row extends RecordRow, Shown>(
  tx: Tx,
  table: Table<Row>,
  query: Pick<ListQuery, "sortBy" | "sortOrder">,
  { show, ...options }: ListOptions<Row> & { show: (tx: Tx, rows: Row[]) => Promise<Shown[]> },
): WholeList<Shown> {
  requireSortable(tx, table, query.sortBy);
  const filtered = filterOf(tx, table, options);
  const { column, placed, order } = orderOf(query, options);
  const rows = () =>
    filtered
      .query()
      .selectAll(table.name)
      .orderBy(sql`${sql.ref(`${table.name}.${column}`)} ${sql.raw(placed)}`)
      .orderBy(`${table.name}.id`, order);
  return wholeQuery<Row, Shown>(tx, { rows, count: (limit) => countUpTo(tx, filtered, limit), show });
}

interface QueryParts<Row, Shown> {
  /** All of them, in the order of the list. */
  rows(): Expression<unknown>;
  /** How many there are, counted no further than the limit. */
  count(limit: number): Promise<number>;
  show: (tx: Tx, rows: Row[]) => Promise<Shown[]>;
}

/** The same of rows that `countedPage` lists: no records, or joined by hand. */
export function wholeQuery<Row, Shown>(tx: Tx, { rows, count, show }: QueryParts<Row, Shown>): WholeList<Shown> {
  return {
    count: (most) => count(most + 1),
    chunks: async function* () {
      await sql`declare whole_list no scroll cursor for ${rows()}`.execute(tx.kysely);
      for (;;) {
        const fetched = await sql<Row>`fetch ${sql.lit(CHUNK_ROWS)} from whole_list`.execute(tx.kysely);
        if (fetched.rows.length > 0) yield await show(tx, fetched.rows);
        if (fetched.rows.length < CHUNK_ROWS) break;
      }
      await sql`close whole_list`.execute(tx.kysely);
    },
  };
}
