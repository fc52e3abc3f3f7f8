import { BusinessError, commonErrors, type FieldMode, ruledFields } from "@ops/platform/contract";
import type { Tx } from "../tx.ts";
import type { Table } from "./table.ts";

const CLOSED: readonly FieldMode[] = ["MASK", "HIDE"];

/**
 * Tells whether records may be found by a field, because masked or hidden fields must not be guessed by filters
 * (AU-R20).
 */
export function mayAskFor({ actor, permission }: Tx, field: string, closed = CLOSED): boolean {
  return !closed.includes(actor.fieldMode?.(field, permission) ?? "EDIT");
}

export function requireAskable(tx: Tx, field: string): void {
  if (mayAskFor(tx, field)) return;
  const { msgCode } = commonErrors.forbidden();
  throw new BusinessError(msgCode, `您没有查看「${ruledFields.get(field)?.label ?? field}」的权限，不能按其筛选或排序`);
}

/** An order tells as much as the values themselves. */
export function requireSortable(tx: Tx, table: Pick<Table<never>, "ruled">, sortBy: string | undefined): void {
  const field = sortBy && ruledFieldOf(table, sortBy);
  if (field) requireAskable(tx, field);
}

/** The key of the field that roles may rule, if the column is one. */
export function ruledFieldOf({ ruled }: Pick<Table<never>, "ruled">, column: string): string | undefined {
  const columns: Partial<Record<string, string>> = ruled ?? {};
  return columns[column];
}
