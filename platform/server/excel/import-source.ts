import type { ImportKind } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "./check-rows.ts";

/** What a module does with the rows of a kind. */
export interface ImportSource {
  readonly kind: ImportKind;
  /** Two rows of the same key in one file are one too many. */
  keyOf(row: ImportRow): string;
  /** Why rows cannot get in, by their line; asks the database and writes nothing. */
  check(tx: Tx, rows: readonly ImportRow[]): Promise<ReadonlyMap<number, string>>;
  /** Writes one row; a refusal that it throws is the reason of this row alone. */
  apply(tx: Tx, row: ImportRow): Promise<void>;
  /** Once per chunk, after its rows. */
  after?(tx: Tx, rows: readonly ImportRow[]): Promise<void>;
}
