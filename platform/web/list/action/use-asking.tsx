import { Fragment, type ReactNode } from "react";
import { useDialog } from "../../dialog/use-dialog.ts";
import type { AskingAction, PageAction, RowAction } from "./actions.ts";

interface Asked<Row> {
  readonly ask: AskingAction<Row>["ask"];
  readonly row: Row;
}

/**
 * Actions that open a dialog, made ready to run; `dialog` belongs at the end of the page, where it outlives its row.
 * ListPage and DetailPage do this themselves.
 */
export function useAsking<Row, Look = unknown>(
  actions: readonly (PageAction<Row> & Look)[],
): { actions: (RowAction<Row> & Look)[]; dialog: ReactNode } {
  const asking = useDialog<Asked<Row>>();
  const ready = actions.map((action) => {
    if (!("ask" in action)) return action;
    const { ask, ...rest } = action;
    return { ...rest, run: (row: Row) => asking.open({ ask, row }) };
  });
  return {
    actions: ready as (RowAction<Row> & Look)[], // only `run` has changed
    dialog: asking.value && <Fragment>{asking.value.ask(asking.value.row, asking.close)}</Fragment>,
  };
}
