import type { ListQuery } from "@ops/platform/contract";
import { type Expression, sql } from "kysely";
import { requireSortable } from "../record/askable.ts";
import type { RecordRow, Table } from "../record/table.ts";
import type { Tx } from "../tx.ts";
import { countUpTo, filterOf, type ListOptions, orderOf } from "./list-page.ts";

/** Every row of a list, a chunk at a time. */
export interface WholeList<Row = object> {
  /** Counts up to one more than this. */
  count(most: number): Promise<number>;
  /** Works inside a transaction only. */
  chunks(): AsyncIterable<readonly Row[]>;
  /** A field with a list that has one element for each of these titles. It becomes that many columns. */
  readonly spread?: { readonly key: string; readonly titles: readonly string[] };
}

const CHUNK_ROWS = 500;

/**
 * Reads all rows of `listPage` in the same order by a cursor, with constant memory and one state of the data. `show`
 * presents each chunk.
 */
export function wholeList<Row extends RecordRow, Shown>(
  tx: Tx,
  table: Table<Row>,
  query: Pick<ListQuery, "sortBy" | "sortOrder">,
  { show, ...options }: ListOptions<Row> & { show: (tx: Tx, rows: Row[]) => Promise<Shown[]> },
): WholeList<Shown> {
  requireSortable(tx, table, query.sortBy);
  const filtered = filterOf(tx, table, options.where);
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

/** Does the same for rows that `countedPage` lists, because they are no records or joined by hand. */
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
