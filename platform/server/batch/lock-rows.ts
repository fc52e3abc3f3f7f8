import { sql } from "kysely";
import { isConflict } from "../db/row-refusal.ts";
import { tryInside } from "../db/try-rows.ts";
import type { Tx } from "../db/tx.ts";
import type { BatchSource } from "./source.ts";

/**
 * Locks the records of a chunk before they are looked at, so that each is still as it was seen when it is changed.
 * Answers those that are locked. A chunk that is not begun again locks them one by one, so that a record which others
 * keep for too long stays out alone; so do the records that need what comes first, if that is not to be had.
 */
export async function lockRows(
  tx: Tx,
  { table, first }: Pick<BatchSource, "table" | "first">,
  { ids, isLastTry }: { readonly ids: readonly string[]; readonly isLastTry: boolean },
): Promise<ReadonlySet<string>> {
  const locked = new Set<string>();
  const begun = first ? await tryInside(tx, () => first(tx, ids)) : { done: undefined };
  if ("error" in begun && !(isLastTry && isConflict(begun.error))) throw begun.error;
  for (const some of isLastTry ? ids.map((id) => [id]) : [ids]) {
    const attempt = await tryInside(tx, () => lockTogether(tx, table.name, some));
    if ("done" in attempt) for (const id of some) locked.add(id);
    else if (!isLastTry || !isConflict(attempt.error)) throw attempt.error;
  }
  return locked;
}

const lockTogether = (tx: Tx, table: string, ids: readonly string[]) =>
  sql`select 1 from ${sql.table(table)} where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx.kysely);
