import { readableKeys, rowShape } from "@ops/platform/contract";
import { z } from "zod";
import type { RowOf, RowsEndpoint } from "../list-endpoint.ts";
import type { Column } from "./columns.ts";
import { looksOf, type Specials } from "./named-looks.ts";
import { plainColumn } from "./plain-columns.tsx";

/**
 * Makes the columns of a list by the keys of its rows. Titles, words, amounts, widths and sorting come from the
 * contract, and what is special about a column is given by its key. The default is all keys that people read.
 */
export function columnsOf<E extends RowsEndpoint>(endpoint: E, named?: Specials<RowOf<E>>): readonly Column<E>[] {
  const row = rowShape(endpoint);
  const columns: unknown = looksOf(row, named ?? everyKey<RowOf<E>>(row)).map(([show, look]) => ({ show, ...look }));
  return columns as Column<E>[]; // whether a column can be sorted is read from the endpoint when it is placed
}

/** A call that answers rows, or the schema of one row. */
type Rows = RowsEndpoint | z.ZodObject;
type RowIn<S extends Rows> = S extends z.ZodObject ? z.output<S> : RowOf<S>;

/**
 * Does the same for tables that are no list page, such as trees and rows inside of a tab. If rows have more than the
 * schema, such as choices on the page, the second type names it.
 */
export function tableColumnsOf<S extends Rows, Shown extends RowIn<S> = RowIn<S>>(
  of: S,
  named: Specials<RowIn<S>, Shown>,
) {
  const row = of instanceof z.ZodObject ? of.shape : rowShape(of);
  return looksOf(row, named).map(([show, look]) => plainColumn<Shown>(row, show, look));
}

const everyKey = <Row>(row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(readableKeys(row).map((key) => [key, true])) as Specials<Row>; // the row's own
