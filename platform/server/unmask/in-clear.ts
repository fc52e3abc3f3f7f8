import type { RecordRow } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";

/** Reads a field in clear text, whether it is stored openly or sealed; null if it is empty. */
export function revealField(tx: Tx, row: RecordRow & Readonly<Record<string, unknown>>, field: string): string | null {
  const cipher = row[`${field}Cipher`];
  if (cipher instanceof Buffer) return tx.vault.open(cipher, row.id);
  const value = row[field];
  return value == null ? null : String(value);
}
