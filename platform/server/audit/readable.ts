import { BusinessError, commonErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Actor } from "../actor.ts";
import { answerEach } from "../answer-each.ts";
import { inScope } from "../db/record/data-scope.ts";
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

/** A record that a notice is about. */
interface Told {
  readonly table: Pick<Table<never>, "name">;
  readonly id: string;
  /** The permission that opens it, if its table names none. */
  readonly read?: string;
}

/**
 * Keeps the people who may open this record with their present rights over all posts, in the same order, because nobody
 * else may get a notice about it (PF-R123). However many people are asked about, this takes a few queries.
 */
export async function readersAmong(tx: Tx, told: Told, userIds: Iterable<string>): Promise<string[]> {
  return (await loadReaders(tx, told, userIds)).map(({ userId }) => userId);
}

/** Loads the present rights of the people who may open this record, in the same order. */
export async function loadReaders(
  tx: Tx,
  { table: { name }, id, read: named }: Told,
  userIds: Iterable<string>,
): Promise<Actor[]> {
  const people = [...new Set(userIds)];
  const table = declaredTables.get(name) as unknown as Table | undefined;
  const read = named ?? table?.read;
  if (!table || !read || people.length === 0) return [];
  const found = await tx.approvals.staffing.actorsEverywhere(tx, people);
  const actors = people.flatMap((userId) => found.get(userId) ?? []).filter((actor) => actor.can(read));
  const views = actors.map((actor): Tx => ({ ...tx, actor, permission: read }));
  const isSeen = table.readable ? await askEach(table.readable, views, id) : await reachEach(table, views, id);
  return actors.filter((_, n) => isSeen[n]);
}

/** Tells of each reader whether the scope contains the record. */
async function reachEach(table: Table, views: readonly Tx[], id: string): Promise<boolean[]> {
  const [tx] = views;
  if (!tx) return [];
  const isKept = table.softDelete ? sql`and ${sql.ref(`${table.name}.deletedAt`)} is null` : sql``;
  return answerEach(
    tx,
    views.map((view) => inScope(view, table)),
    sql`from ${sql.table(table.name)} where ${sql.ref(`${table.name}.id`)} = ${id} ${isKept}`,
  );
}

/** Asks the table of each reader, where it has a rule of its own. No notice is about such a record so far. */
async function askEach(readable: NonNullable<Table["readable"]>, views: readonly Tx[], id: string): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (const view of views) answers.push(await isAllowed(readable(view, id)));
  return answers;
}

function isAllowed(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof BusinessError) return false;
      throw cause;
    },
  );
}
