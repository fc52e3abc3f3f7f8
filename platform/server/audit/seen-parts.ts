import { type RawBuilder, sql } from "kysely";
import { scopeOn } from "../db/record/data-scope.ts";
import { declaredTables, type Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import type { FieldDiff } from "./trail.ts";

interface Told {
  readonly diffs: readonly FieldDiff[];
}

/**
 * Leaves out what the reader of a record may not see of its parts, because a part can have a narrower scope than the
 * whole (PF-R99): it is seen with its own code, or with that of the record. Parts that are deleted stay in the log.
 */
export async function withSeenParts<E extends Told>(tx: Tx, bizType: string, entries: readonly E[]): Promise<E[]> {
  const whole = declaredTables.get(bizType)?.read ?? tx.permission;
  const hidden = await hiddenParts(tx, whole, partsIn(entries));
  const isSeen = (diff: FieldDiff) => !hidden.has(keyOf(diff.bizType, diff.bizId));
  return entries.map((entry) => ({ ...entry, diffs: entry.diffs.filter(isSeen) }));
}

const keyOf = (bizType: string, bizId: string) => `${bizType} ${bizId}`;

/** The parts of which the entries tell, by their tables. */
function partsIn(entries: readonly Told[]): ReadonlyMap<Table, readonly string[]> {
  const parts = new Map<Table, Set<string>>();
  for (const { bizType, bizId } of entries.flatMap(({ diffs }) => diffs)) {
    const table = declaredTables.get(bizType) as unknown as Table | undefined;
    if (table?.partOf) parts.set(table, (parts.get(table) ?? new Set()).add(bizId));
  }
  return new Map([...parts].map(([table, ids]) => [table, [...ids]]));
}

/** Finds those that the reader may not see, with one query; with none for readers who see everything. */
async function hiddenParts(
  tx: Tx,
  whole: string,
  parts: ReadonlyMap<Table, readonly string[]>,
): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  const questions: RawBuilder<unknown>[] = [];
  for (const [table, ids] of parts) {
    const permission = table.read ?? whole;
    const scope = scopeOn({ ...tx, permission }, table);
    if (!tx.actor.can(permission)) for (const id of ids) hidden.add(keyOf(table.name, id));
    else if (scope) questions.push(outOf(scope.test(), table, ids));
  }
  if (questions.length === 0) return hidden;
  const found = sql<Pick<FieldDiff, "bizType" | "bizId">>`${sql.join(questions, sql` union all `)}`;
  const { rows } = await found.execute(tx.kysely);
  for (const { bizType, bizId } of rows) hidden.add(keyOf(bizType, bizId));
  return hidden;
}

/** Selects those of a table that exist outside of the scope; a scope by an empty column is not true either. */
function outOf(scope: RawBuilder<boolean>, { name }: Table, ids: readonly string[]): RawBuilder<unknown> {
  const id = sql.ref(`${name}.id`);
  return sql`select ${name}::text as biz_type, ${id}::text as biz_id from ${sql.table(name)}
    where ${id} = any(${ids}::uuid[]) and (${scope}) is not true`;
}
