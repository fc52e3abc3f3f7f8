import { checkInnerValues, type Tx } from "@ops/platform/server";
import { type ExtValues, extSchemaOf, extValues } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import type { ExtColumnRow } from "./tables.ts";

/** The columns that stores have now, in their order. */
export function enabledColumns(tx: Tx): Promise<ExtColumnRow[]> {
  return findRows(tx, "storeExtColumn", { status: "ENABLED" }, "sort", "colKey");
}

/**
 * Adds values to what the store has, and checks those of all enabled columns, required ones too. Values of disabled
 * columns stay as they are.
 */
export async function mergeExt(tx: Tx, before: ExtValues, sent: ExtValues): Promise<ExtValues> {
  const columns = await enabledColumns(tx);
  const kept = Object.fromEntries(columns.flatMap(({ colKey }) => [[colKey, before[colKey]] as const]));
  const checked = await checkInnerValues(tx, extSchemaOf(columns), { ...kept, ...sent });
  return { ...before, ...extValues.parse(checked) };
}

/** Whether a column has no value in a store. */
const isEmpty = (value: ExtValues[string] | undefined): boolean =>
  value === undefined || value === null || value === "";

/** The labels of required columns that a store has no value of; it is shown as 待补充. */
export function missingExt(columns: readonly ExtColumnRow[], ext: ExtValues): string[] {
  return columns.filter(({ colKey, isRequired }) => isRequired && isEmpty(ext[colKey])).map(({ label }) => label);
}
