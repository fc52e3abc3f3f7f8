import { Table, type TableProps } from "antd";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { useMay } from "../session/use-session.ts";
import { goTo } from "../shell/navigator.ts";
import { offered, perform, type RowAction } from "./action/actions.ts";
import { dealActions } from "./action/deal-actions.ts";
import type { Density } from "./column/column-memory.ts";
import type { PlacedColumn } from "./column/columns.ts";
import { ACTIONS, actionColumns } from "./column/plain-columns.tsx";
import { actionsWidth, tableColumns } from "./column/table-columns.tsx";
import { useColumnNeeds } from "./column/use-column-needs.ts";
import type { Sorting } from "./filter/filter-values.ts";
import type { Identified } from "./list-endpoint.ts";
import { RowsSkeleton } from "./list-states.tsx";
import { useElementSize } from "./use-element-size.ts";
import { useTableRoom } from "./use-table-room.ts";
import "./list-table.css";

/** Above this many rows only those in sight are drawn. */
const VIRTUAL_ABOVE = 50;
const SELECTION_WIDTH = 44;
const HEAD_HEIGHT = 38;
const ROW_HEIGHTS: Record<Density, number> = { large: 55, medium: 39, small: 35 };
/** As wide as the style sheet makes it. */
const SCROLLBAR = 10;
const LEAST_HEIGHT = 160;

interface Props<Row> {
  /** Where the scroll offset is remembered. */
  readonly memoryKey: string;
  /** Changes with page, filters and sorting: the rows start at the top again. */
  readonly view: string;
  readonly rows: readonly Row[];
  readonly columns: readonly PlacedColumn<Row>[];
  readonly density: Density;
  readonly resized: Readonly<Record<string, number>>;
  readonly onResize: (key: string, width: number) => void;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
  readonly actions: readonly RowAction<Row>[];
  readonly addressOf: ((row: Row) => string) | undefined;
  readonly open: ((row: Row) => unknown) | undefined;
  readonly selectedIds: readonly string[] | null;
  readonly onSelect: (ids: string[]) => void;
  /** How many rows are being loaded for the first time. */
  readonly awaited: number;
  readonly stale: boolean;
  /** Shown where there are no rows. */
  readonly instead: ReactNode;
}

/** The rows: fixed head, 操作 fixed at the end, scrolling inside the panel. */
export function ListTable<Row extends Identified>(props: Props<Row>) {
  const { rows, actions, selectedIds } = props;
  const may = useMay();
  const host = useRef<HTMLDivElement>(null);
  const size = useElementSize(host);
  const { scrolled } = useTableRoom(host, props.memoryKey, props.view, rows.length > 0 && !props.stale);

  const permitted = actions.filter(({ needs }) => !needs || may(needs));
  const startWidth = selectedIds ? SELECTION_WIDTH : 0;
  const measured = [...props.columns.map(({ key }) => key), ...(permitted.length ? [ACTIONS] : [])];
  const needs = useColumnNeeds(host, props.memoryKey, {
    keys: measured,
    skip: startWidth ? 1 : 0,
    rows,
    ready: size.width > 0,
  });
  const endWidth = permitted.length ? actionsWidth(permitted, rows.length ? needs[ACTIONS]?.content : undefined) : 0;
  const columns = tableColumns({
    ...props,
    needs,
    isEmpty: rows.length === 0,
    available: size.width - startWidth - endWidth - SCROLLBAR,
  });
  const widths = columns.map((column) => column.width);
  const skeleton = <RowsSkeleton rows={props.awaited} widths={selectedIds ? [SELECTION_WIDTH, ...widths] : widths} />;
  const guess = { listItemHeight: ROW_HEIGHTS[props.density] }; // antd does not declare it; its own restores a wrong offset
  const width = columns.reduce((sum, column) => sum + column.width, startWidth + endWidth);

  return (
    <div className="list-table" ref={host} data-stale={props.stale}>
      {size.width > 0 && (
        <Table<Row>
          rowKey="id"
          size={props.density}
          virtual={rows.length > VIRTUAL_ABOVE}
          {...guess}
          dataSource={rows}
          columns={[...columns, ...actionColumns(permitted, may, { width: endWidth, fixed: "end" })]}
          scroll={{ x: width, y: Math.max(LEAST_HEIGHT, size.height - HEAD_HEIGHT) }}
          pagination={false}
          showSorterTooltip={false}
          sortDirections={["ascend", "descend"]}
          locale={{ emptyText: props.awaited ? skeleton : props.instead }}
          onChange={(_paging, _filters, sorter) => props.onSort(sortingOf(sorter))}
          onScroll={scrolled}
          onRow={(row) => ({
            onDoubleClick: (event) => openRow(event, row, { ...props, actions: offered(permitted, row, may) }),
          })}
          {...(selectedIds ? { rowSelection: selection(selectedIds, props.onSelect) } : {})}
        />
      )}
    </div>
  );
}

function selection<Row extends Identified>(ids: readonly string[], onSelect: (ids: string[]) => void) {
  return {
    columnWidth: SELECTION_WIDTH,
    fixed: "start" as const,
    preserveSelectedRowKeys: true,
    selectedRowKeys: [...ids],
    onChange: (keys: React.Key[]) => onSelect(keys.map(String)),
    getCheckboxProps: () => ({ "aria-label": "选择此行" }),
    getTitleCheckboxProps: () => ({ "aria-label": "选择本页全部" }),
  } satisfies TableProps<Row>["rowSelection"];
}

function sortingOf<Row>(sorter: Parameters<NonNullable<TableProps<Row>["onChange"]>>[2]): Sorting | null {
  const one = Array.isArray(sorter) ? sorter[0] : sorter;
  if (!one?.order || one.columnKey === undefined) return null;
  return { by: String(one.columnKey), order: one.order === "ascend" ? "asc" : "desc" };
}

/** Double-click on a row is its first action (PF-R76); on a control inside the row it means the control. */
function openRow<Row>(
  event: MouseEvent,
  row: Row,
  { actions, addressOf, open }: Pick<Props<Row>, "actions" | "addressOf" | "open">,
) {
  if (event.target instanceof Element && event.target.closest("button, a, input, label")) return;
  const first = open ? { label: "", run: open } : dealActions(actions, 1).shown[0];
  if (first) void perform(first, row);
  else if (addressOf) goTo(addressOf(row));
}
