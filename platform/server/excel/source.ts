import type { QueryOf, Sheet, SheetList } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import type { WholeList } from "../db/whole-list.ts";

/** Where the rows of a sheet come from; the input type is erased, `exportsList` is where it is checked. */
export interface SheetSource {
  readonly sheet: Sheet;
  rows(tx: Tx, query: never): WholeList | Promise<WholeList>;
  /** What the value of a filter is called, such as the name behind an id; null leaves it as it is. */
  readonly nameOf: (tx: Tx, filter: string, value: string) => Promise<string | null>;
}

/** Gives a list as Excel: the same rows as the list itself, by `wholeList`. */
export function exportsList<L extends SheetList>(
  sheet: Sheet<L>,
  rows: (tx: Tx, query: QueryOf<L>) => WholeList | Promise<WholeList>,
  nameOf: SheetSource["nameOf"] = async () => null,
): SheetSource {
  return { sheet: sheet as unknown as Sheet, rows: rows as SheetSource["rows"], nameOf };
}
