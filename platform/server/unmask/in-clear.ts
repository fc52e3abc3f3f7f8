import type { RecordRow } from "../db/table.ts";
import type { Tx } from "../db/tx.ts";

/** A field as it was typed, whether it lies open in its column or under seal; null when there is none. */
export function inClear(tx: Tx, row: RecordRow & Readonly<Record<string, unknown>>, field: string): string | null {
  const cipher = row[`${field}Cipher`];
  if (cipher instanceof Buffer) return tx.vault.open(cipher, row.id);
  const value = row[field];
  return value == null ? null : String(value);
}
