import { labelOf, rowShape } from "@ops/platform/contract";
import type { ReactNode } from "react";
import { type RowOf, type RowsEndpoint, type SortName, sortNames } from "../list-endpoint.ts";
import type { ColumnPlace } from "./column-memory.ts";
import { contractCell, type StateTones } from "./contract-cell.tsx";
import { openingCell } from "./opening-cell.tsx";

export interface ColumnLook<Row> {
  /** The title. The default is the label of the contract. */
  readonly title?: string;
  /** How the value is shown; without it: as the contract reads it, text as it is, 是/否, `-` for nothing. */
  readonly as?: (row: Row) => ReactNode;
  /** What a click on the value opens, where the reader may see it. */
  readonly opens?: ((row: Row) => void) | undefined;
  /** Tones of states whose word alone would mislead. */
  readonly tones?: StateTones;
  /** The width. In a plain table 0 takes the remaining space. */
  readonly width?: number;
  /** Content of several lines: it is never cut. For plain tables. */
  readonly wraps?: boolean;
  readonly align?: "left" | "right" | "center";
  /** The key, which is needed only if two columns show the same field. */
  readonly key?: string;
  /** Stays in sight while the others scroll sideways. */
  readonly pinned?: boolean;
  /** Not shown until the user chooses it in the column settings. */
  readonly hidden?: boolean;
}

/** A column of the list of `E`: it shows a field of the row and can be sorted where the query's `sortBy` allows it. */
export type Column<E, Row = RowOf<E>> = ColumnLook<Row> &
  (
    | { readonly show: Extract<keyof Row, SortName<E>>; readonly sortable?: boolean }
    | { readonly show: Exclude<keyof Row & string, SortName<E>>; readonly sortable?: false }
  );

/** A column with every choice made. */
export interface PlacedColumn<Row> extends ColumnPlace {
  readonly title: string;
  readonly show: keyof Row & string;
  readonly as: (row: Row) => ReactNode;
  readonly align: "right" | "center" | "left";
  readonly sortable: boolean;
}

const DEFAULT_WIDTH = 130;

export function placeColumns<E extends RowsEndpoint>(
  endpoint: E,
  columns: readonly Column<E>[],
): PlacedColumn<RowOf<E>>[] {
  const allowed = sortNames(endpoint);
  const row = rowShape(endpoint);
  return columns.map((column, at) => ({
    key: column.key ?? column.show,
    title: column.title ?? labelOf(row, column.show),
    show: column.show,
    as: cellOf(row, column.show, column),
    width: column.width ?? DEFAULT_WIDTH,
    align: column.align ?? "left",
    pinned: column.pinned ?? at === 0,
    hidden: column.hidden ?? false,
    sortable: (column.sortable ?? true) && allowed.includes(column.show),
  }));
}

/** Shows a field of the row, in the default way unless its look says how. */
export function cellOf<Row>(
  shape: Readonly<Record<string, unknown>>,
  show: keyof Row & string,
  { as, opens, tones }: ColumnLook<Row>,
): (row: Row) => ReactNode {
  const usual = contractCell(shape, show, tones);
  const cell = as ?? ((row: Row) => usual(row[show], Object(row)));
  return opens ? openingCell(cell, opens) : cell;
}
