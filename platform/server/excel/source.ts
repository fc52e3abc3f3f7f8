import { type QueryOf, type Sheet, type SheetList, unmaskBy } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import type { WholeList } from "../db/list/whole-list.ts";
import type { Tx } from "../db/tx.ts";

/** Where the rows of a sheet come from; the input type is erased, `exportsList` is where it is checked. */
export interface SheetSource {
  readonly sheet: Sheet;
  rows(tx: Tx, query: never): WholeList | Promise<WholeList>;
  /** Finds the name for the value of a filter, such as that of an id; null leaves the value as it is. */
  readonly nameOf: (tx: Tx, filter: string, value: string) => Promise<string | null>;
}

/** Tells whether an actor may export: by the call, by the list and, for clear text, by the permission to unmask. */
export function mayExport(actor: Actor, { export: call, list, plain }: Sheet, params: unknown): boolean {
  const isPlain = Boolean(Object(params).plain);
  const unmasking = plain !== null && actor.mayCall(unmaskBy(plain.code));
  return actor.mayCall(call) && actor.mayCall(list) && (!isPlain || unmasking);
}

/** Declares the export of a list, with the same rows as the list itself, by `wholeList`. */
export function exportsList<L extends SheetList>(
  sheet: Sheet<L>,
  rows: (tx: Tx, query: QueryOf<L>) => WholeList | Promise<WholeList>,
  nameOf: SheetSource["nameOf"] = async () => null,
): SheetSource {
  return { sheet: sheet as unknown as Sheet, rows: rows as SheetSource["rows"], nameOf };
}
