import { type AnswerFrom, commonErrors, type listBatchRows, planErrors, type QueryOf } from "@ops/platform/contract";
import { countedPage } from "../db/list/counted-page.ts";
import { requireRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { db, type TaskRow, tasks } from "../tables.ts";
import { limitToOwn } from "../task/mine.ts";
import { type BatchSource, mayBatch } from "./source.ts";

type Sources = ReadonlyMap<string, BatchSource>;

/** One's own batch, with the right that it needs still in force. */
export async function requireMyBatch(
  tx: Tx,
  sources: Sources,
  id: string,
): Promise<{ task: TaskRow; source: BatchSource }> {
  const task = await requireRecord(limitToOwn(tx), tasks, id);
  if (task.kind !== "BATCH") throw planErrors.notBatch();
  const source = sources.get(task.bizType);
  if (!source || !mayBatch(tx.actor, source.kind)) throw commonErrors.forbidden();
  return { task, source };
}

/** Lists what was planned for each record and the result, in the order of the work. */
export async function listRows(
  tx: Tx,
  sources: Sources,
  id: string,
  query: QueryOf<typeof listBatchRows>,
): Promise<AnswerFrom<typeof listBatchRows>> {
  const { task } = await requireMyBatch(tx, sources, id);
  const { state } = query;
  let rows = db(tx).selectFrom("batchRow").where("taskId", "=", task.id);
  if (state) rows = rows.where("state", "=", state);
  return countedPage(query, {
    rows: (limit, offset) =>
      rows
        .select(({ cast, ref }) => [cast<string>(ref("seq"), "text").as("id")])
        .select(["recordId", "label", "state", "before", "after", "reason"])
        .orderBy("seq")
        .limit(limit)
        .offset(offset)
        .execute(),
    count: async (limit) => {
      const counted = await db(tx)
        .selectFrom(rows.select("seq").limit(limit).as("some"))
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(counted.count);
    },
  });
}
