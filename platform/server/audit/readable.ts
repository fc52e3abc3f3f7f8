import { commonErrors } from "@ops/platform/contract";
import { requireRecord } from "../db/record/record.ts";
import { declaredTables, type Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";

/** Refuses unless the reader may see this record: by the permission that its table names, inside the scope of that. */
export async function requireReadable(tx: Tx, bizType: string, id: string): Promise<void> {
  const table = declaredTables.get(bizType);
  const read = table?.read;
  if (!read || !tx.actor.can(read)) throw commonErrors.forbidden();
  const reading = { ...tx, permission: read };
  await (table.readable?.(reading, id) ?? requireRecord(reading, table as unknown as Table, id));
}
