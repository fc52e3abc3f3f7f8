import type { TableColumnType } from "antd";
import { Link } from "react-router";
import type { Sorting } from "../filter/filter-values.ts";
import { ColumnHead } from "./ColumnHead.tsx";
import { fitWidths } from "./column-widths.ts";
import type { PlacedColumn } from "./columns.ts";
import type { ColumnNeeds } from "./use-column-needs.ts";

interface Dressing<Row> {
  readonly columns: readonly PlacedColumn<Row>[];
  /** Room for the columns; less than they want means scrolling sideways. */
  readonly available: number;
  readonly resized: Readonly<Record<string, number>>;
  readonly needs: ColumnNeeds;
  /** Without rows nothing is cut off: the columns may be as narrow as their headings. */
  readonly isEmpty: boolean;
  readonly sorting: Sorting | null;
  readonly addressOf: ((row: Row) => string) | undefined;
  readonly onResize: (key: string, width: number) => void;
}

/** The visible columns in antd's words, with widths that fill the table. */
export function tableColumns<Row>(dressing: Dressing<Row>): (TableColumnType<Row> & { width: number })[] {
  const { columns, available, resized, needs, isEmpty, sorting, addressOf, onResize } = dressing;
  const fitting = columns.map(({ key, width }) => {
    const need = needs[key];
    const known = isEmpty && need ? { head: need.head, content: need.head } : need;
    return { ...known, width, rigid: resized[key] !== undefined };
  });
  const widths = fitWidths(fitting, available);
  return columns.map((column, at) => {
    const width = widths[at] ?? column.width;
    return {
      key: column.key,
      title: <ColumnHead title={column.title} width={width} onResize={(to) => onResize(column.key, to)} />,
      width,
      align: column.align,
      ellipsis: true,
      ...(column.pinned || at === 0 ? { fixed: "start" as const } : {}),
      ...(column.sortable ? { sorter: true, sortOrder: orderOf(column.show, sorting) } : {}),
      render: (_value, row) =>
        at === 0 && addressOf ? (
          <Link to={addressOf(row)} className="list-link" draggable={false}>
            {column.as(row)}
          </Link>
        ) : (
          column.as(row)
        ),
    };
  });
}

function orderOf(name: string, sorting: Sorting | null) {
  if (sorting?.by !== name) return null;
  return sorting.order === "asc" ? "ascend" : "descend";
}

const LEAST_ACTIONS = 88;

/** Room for two actions and 更多, by the longest labels that can come, or less where those that came are shorter. */
export function actionsWidth(actions: readonly { readonly label: string }[], came = Number.POSITIVE_INFINITY): number {
  const lengths = actions.map(({ label }) => label.length).sort((a, b) => b - a);
  const shown = lengths.length > 2 ? [...lengths.slice(0, 2), 2] : lengths;
  const text = shown.reduce((sum, length) => sum + length * 13 + 18, 0);
  return Math.max(LEAST_ACTIONS, Math.min(text + 8, came));
}
