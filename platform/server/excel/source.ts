import { type QueryOf, type Sheet, type SheetList, unmaskBy } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/tx.ts";
import type { WholeList } from "../db/whole-list.ts";

/** Where the rows of a sheet come from; the input type is erased, `exportsList` is where it is checked. */
export interface SheetSource {
  readonly sheet: Sheet;
  rows(tx: Tx, query: never): WholeList | Promise<WholeList>;
  /** What the value of a filter is called, such as the name behind an id; null leaves it as it is. */
  readonly nameOf: (tx: Tx, filter: string, value: string) => Promise<string | null>;
}

/** Whether somebody may have such a file: the call, the list that it comes from and, in clear, what unmasks it. */
export function mayExport(actor: Actor, { export: call, list, plain }: Sheet, params: unknown): boolean {
  const isPlain = Boolean(Object(params).plain);
  const unmasking = plain !== null && actor.mayCall(unmaskBy(plain.code));
  return actor.mayCall(call) && actor.mayCall(list) && (!isPlain || unmasking);
}

/** Gives a list as Excel: the same rows as the list itself, by `wholeList`. */
export function exportsList<L extends SheetList>(
  sheet: Sheet<L>,
  rows: (tx: Tx, query: QueryOf<L>) => WholeList | Promise<WholeList>,
  nameOf: SheetSource["nameOf"] = async () => null,
): SheetSource {
  return { sheet: sheet as unknown as Sheet, rows: rows as SheetSource["rows"], nameOf };
}
