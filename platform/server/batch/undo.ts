import {
  type BatchPlan,
  type BodyOf,
  commonErrors,
  planErrors,
  type runUndo as runEndpoint,
  taskStates,
} from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import type { Steps } from "../http/route.ts";
import type { TaskRow } from "../tables.ts";
import { presentTask } from "../task/present.ts";
import { canonicalText } from "../task/submit.ts";
import { requireMyBatch } from "./list-rows.ts";
import { BatchParams } from "./params.ts";
import { type Deed, hashOf, planRows, presentPlan } from "./plan.ts";
import type { BatchSource, Facts } from "./source.ts";
import { submitBatch } from "./submit.ts";

type Sources = ReadonlyMap<string, BatchSource>;

/** What a batch did to a record. */
export interface DoneRow {
  readonly recordId: string;
  readonly before: Facts;
  readonly after: Facts;
  /** Nobody has saved the record since, not even as it was. */
  readonly isUntouched: boolean;
}

/** Restores a record, as long as it is still as the batch left it (PF-R119). */
export function undoing(
  source: BatchSource,
  done: readonly DoneRow[],
  { values, reason }: { values: unknown; reason: string },
): Deed {
  const byId = new Map(done.map((row) => [row.recordId, row]));
  return {
    refuse: (id, now) => {
      const row = byId.get(id);
      const isAsLeft = row?.isUntouched && canonicalText(row.after) === canonicalText(now);
      return isAsLeft ? null : planErrors.changed().message;
    },
    act: async (tx, id) => source.undo?.(tx, id, { values, reason, before: byId.get(id)?.before ?? {} }),
  };
}

/** What a batch did to its records, and whether they are still so; an undo asks once they are locked. */
export async function doneRows(
  tx: Tx,
  { table }: Pick<BatchSource, "table">,
  taskId: string,
  ids: readonly string[] | null = null,
): Promise<DoneRow[]> {
  const { rows } = await sql<DoneRow>`
    select r.record_id as "recordId", coalesce(r.before, '{}') as before, coalesce(r.after, '{}') as after,
      coalesce(r.version = t.version, true) as "isUntouched"
    from batch_row r left join ${sql.table(table.name)} t on t.id = r.record_id
    where r.task_id = ${taskId} and r.state = 'DONE' and (${ids}::uuid[] is null or r.record_id = any(${ids}::uuid[]))
    order by r.record_id`.execute(tx.kysely);
  return rows;
}

export async function previewUndo(steps: Steps, sources: Sources, id: string): Promise<BatchPlan> {
  const { rows, planHash, task } = await planUndo(steps, sources, id, "撤销预览");
  const plan = presentPlan(planHash, rows);
  return steps.finish(async (tx) => {
    tx.trail.about("task", task.id, task.taskNo);
    tx.trail.summary = `${plan.ready}条可撤销，${plan.refused}条不可撤销`;
    return plan;
  });
}

export async function runUndo(
  steps: Steps,
  sources: Sources,
  id: string,
  { reason, planHash }: BodyOf<typeof runEndpoint>,
) {
  const plan = await planUndo(steps, sources, id, reason);
  if (plan.planHash !== planHash) throw commonErrors.planChanged();
  const { source, rows, task, values } = plan;
  return steps.finish(async (tx) =>
    presentTask(await submitBatch(tx, source, { rows, values: { reason }, planHash, undoes: { task, values } })),
  );
}

async function planUndo(steps: Steps, sources: Sources, id: string, reason: string) {
  const { task, source, done } = await steps.commit(async (tx) => {
    const mine = await requireMyBatch(tx, sources, id);
    requireUndoable(mine.task);
    return { ...mine, done: await doneRows(tx, mine.source, id) };
  });
  if (done.length === 0) throw planErrors.nothingToUndo();
  const { values } = BatchParams.parse(task.params);
  const ids = done.map(({ recordId }) => recordId);
  const rows = await planRows(steps, source, { ids, unknown: [] }, async (tx, chunk) =>
    undoing(source, await doneRows(tx, source, id, chunk), { values, reason }),
  );
  return { task, source, rows, values, planHash: hashOf(source, { undoes: id }, rows) };
}

function requireUndoable({ undoable, status }: TaskRow): void {
  if (!undoable || !taskStates.can(status, "expire")) throw planErrors.notUndoable();
}
