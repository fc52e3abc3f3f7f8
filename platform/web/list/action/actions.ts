import type { Endpoint } from "@ops/platform/contract";
import type { ReactNode } from "react";
import { CallFailure } from "../../call/failures.ts";
import { confirm } from "../../dialog/confirm.ts";

/** An action, which is shown only to people who may call what it `needs`. */
interface Action {
  readonly label: string;
  readonly needs?: Endpoint | string;
  readonly danger?: boolean;
}

interface OnRow<Row> extends Action {
  /** Offered for this row? Usually what its state allows. */
  readonly when?: (row: Row) => boolean;
  /** Why it cannot be done with this row now, although it is offered; its button says so. */
  readonly refuse?: (row: Row) => string | null;
}

export interface RowAction<Row> extends OnRow<Row> {
  /** The question before the action. */
  readonly confirm?: string | ((row: Row) => string);
  readonly run: (row: Row) => unknown;
}

/** Opens a dialog about the row, which the page mounts. */
export interface AskingAction<Row> extends OnRow<Row> {
  readonly ask: (row: Row, onClose: () => void) => ReactNode;
}

export type PageAction<Row> = RowAction<Row> | AskingAction<Row>;

/** Where a record is shown alone, the button of the next step is emphasised. */
export type DetailAction<Row> = PageAction<Row> & { readonly primary?: boolean };

export interface BatchAction<Row> extends Action {
  readonly primary?: boolean;
  /** With which rows it can be done; it runs with those alone and counts them, without one it cannot be pressed. */
  readonly when?: (row: Row) => boolean;
  /** Why it cannot be done with these rows together. */
  readonly refuse?: (rows: readonly Row[]) => string | null;
  readonly confirm?: string | ((rows: Row[]) => string);
  /** `clear` empties the selection, to be called when all went well. */
  readonly run: (rows: Row[], clear: () => void) => unknown;
}

export interface Tool extends Action {
  readonly primary?: boolean;
  readonly run: () => unknown;
}

export function offered<Row>(
  actions: readonly RowAction<Row>[],
  row: Row,
  may: (needs: Endpoint | string) => boolean,
): RowAction<Row>[] {
  return actions.filter(({ needs, when }) => (!needs || may(needs)) && (!when || when(row)));
}

/** Asks where the action wants it, then runs it. */
export async function perform<T>(
  action: { label: string; danger?: boolean; confirm?: string | ((on: T) => string); run: (on: T) => unknown },
  on: T,
): Promise<void> {
  const { label, danger = false, confirm: question, run } = action;
  const title = typeof question === "function" ? question(on) : question;
  if (title && !(await confirm({ title, okText: label, danger }))) return;
  try {
    await run(on);
  } catch (thrown) {
    if (!(thrown instanceof CallFailure)) throw thrown; // a failed call has already shown its error
  }
}
