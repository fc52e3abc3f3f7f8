import { type Endpoint, labelOf } from "@ops/platform/contract";
import { offered, type RowAction } from "../action/actions.ts";
import { RowActions } from "../action/RowActions.tsx";
import { type ColumnLook, cellOf } from "./columns.ts";
import { actionsWidth } from "./table-columns.tsx";

export const ACTIONS = "actions";

/** A column of a plain antd table. */
export function plainColumn<Row>(
  row: Readonly<Record<string, unknown>>,
  show: keyof Row & string,
  look: ColumnLook<Row>,
) {
  const { key = show, title, align, width, wraps = false, pinned = false } = look;
  const cell = cellOf<Row>(row, show, look);
  const render = (_value: unknown, one: Row) => cell(one);
  const fixed = pinned ? ("start" as const) : null;
  const placed = { ...(align ? { align } : {}), ...(width ? { width } : {}), ...(fixed ? { fixed } : {}) };
  return { ...placed, key, title: title ?? labelOf(row, show), ellipsis: !wraps, render };
}

/** 操作, the last column. It is missing if the reader has no actions. */
export function actionColumns<Row>(
  actions: readonly RowAction<Row>[],
  may: (needs: Endpoint | string) => boolean,
  look: { readonly fixed?: "end"; readonly width?: number } = {},
) {
  const permitted = actions.filter(({ needs }) => !needs || may(needs));
  const render = (_value: unknown, row: Row) => <RowActions actions={offered(permitted, row, may)} row={row} />;
  return permitted.length > 0 ? [{ key: ACTIONS, title: "操作", width: actionsWidth(permitted), render, ...look }] : [];
}
