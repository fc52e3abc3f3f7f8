import { commonErrors } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { findRecord } from "../record/record.ts";
import { declaredTables, type Table } from "../record/table.ts";
import type { Tx } from "../tx.ts";

/** A kind of record that people can ask about: a declared table that names the permission of reading it. */
export interface RecordKind {
  readonly bizType: string;
  /** The Chinese name of a record. */
  readonly entity: string;
  readonly read: string;
}

/** Lists the kinds of records of all modules that have a log. A table joins by naming its `read`. */
export function recordKinds(): RecordKind[] {
  return [...declaredTables.values()].flatMap(({ name, entity, read }) =>
    read === undefined ? [] : [{ bizType: name, entity, read }],
  );
}

/** Finds the id of a record by its id or number; null if there is none, or it is deleted. */
export async function findAddressed(tx: Tx, bizType: string, text: string): Promise<string | null> {
  const table = kindOf(bizType);
  const by = isId(text) ? "id" : table.number;
  if (by === undefined) return null;
  const anyTable = tx.kysely as unknown as Kysely<Record<string, Record<string, unknown>>>;
  let query = anyTable.selectFrom(table.name).select("id").where(by, "=", text).limit(1);
  if (table.softDelete) query = query.where("deletedAt", "is", null);
  const row = await query.orderBy(sql`id`).executeTakeFirst();
  return row ? String(row["id"]) : null;
}

/** Whether the permission of this person reaches the record: the very lookup that every call makes. */
export async function reachesRecord(
  tx: Tx,
  { actor, permission }: { actor: Actor; permission: string },
  { bizType, id }: { bizType: string; id: string },
): Promise<boolean> {
  return (await findRecord({ ...tx, actor, permission }, kindOf(bizType), id)) !== null;
}

function kindOf(bizType: string): Table {
  const table = declaredTables.get(bizType);
  if (!table?.read) throw commonErrors.notFound();
  return table as unknown as Table;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
