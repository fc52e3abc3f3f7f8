import { BusinessError, commonErrors } from "@ops/platform/contract";
import { findRecord, requireRecord } from "../db/record/record.ts";
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

/** A record that a notice is about. */
interface Told {
  readonly table: Pick<Table<never>, "name">;
  readonly id: string;
  /** The permission that opens it, if its table names none. */
  readonly read?: string;
}

/**
 * Keeps the people who may open this record with their present rights over all posts, in the same order, because nobody
 * else may get a notice about it (PF-R123).
 */
export async function readersAmong(tx: Tx, told: Told, userIds: Iterable<string>): Promise<string[]> {
  const readers: string[] = [];
  for (const userId of new Set(userIds)) {
    const actor = await tx.approvals.staffing.actorEverywhere(tx, userId);
    if (actor && (await isReadable({ ...tx, actor }, told))) readers.push(userId);
  }
  return readers;
}

async function isReadable(tx: Tx, { table: { name }, id, read: named }: Told): Promise<boolean> {
  const table = declaredTables.get(name) as unknown as Table | undefined;
  const read = named ?? table?.read;
  if (!table || !read || !tx.actor.can(read)) return false;
  const reading = { ...tx, permission: read };
  if (!table.readable) return (await findRecord(reading, table, id)) !== null;
  return table.readable(reading, id).then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof BusinessError) return false;
      throw cause;
    },
  );
}
