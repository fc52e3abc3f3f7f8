import {
  type BatchPlan,
  type BodyOf,
  commonErrors,
  planErrors,
  type runUndo as runEndpoint,
  taskStates,
} from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import type { Steps } from "../http/route.ts";
import { db, type TaskRow } from "../tables.ts";
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
}

/** Restores a record, as long as it is still as the batch left it (PF-R119). */
export function undoing(
  source: BatchSource,
  done: readonly DoneRow[],
  { values, reason }: { values: unknown; reason: string },
): Deed {
  const byId = new Map(done.map((row) => [row.recordId, row]));
  return {
    refuse: (id, now) =>
      canonicalText(byId.get(id)?.after) === canonicalText(now) ? null : planErrors.changed().message,
    act: async (tx, id) => source.undo?.(tx, id, { values, reason, before: byId.get(id)?.before ?? {} }),
  };
}

export async function doneRows(tx: Tx, taskId: string, ids?: readonly string[]): Promise<DoneRow[]> {
  let rows = db(tx).selectFrom("batchRow").where("taskId", "=", taskId).where("state", "=", "DONE");
  if (ids) rows = rows.where("recordId", "in", [...ids]);
  const found = await rows.select(["recordId", "before", "after"]).orderBy("recordId").execute();
  return found.map(({ recordId, before, after }) => ({
    recordId: recordId ?? "",
    before: before ?? {},
    after: after ?? {},
  }));
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
  const { source, rows, task } = plan;
  return steps.finish(async (tx) =>
    presentTask(await submitBatch(tx, source, { rows, values: { reason }, planHash, undoes: task })),
  );
}

async function planUndo(steps: Steps, sources: Sources, id: string, reason: string) {
  const { task, source, done } = await steps.commit(async (tx) => {
    const mine = await requireMyBatch(tx, sources, id);
    requireUndoable(mine.task);
    return { ...mine, done: await doneRows(tx, id) };
  });
  if (done.length === 0) throw planErrors.nothingToUndo();
  const { values } = BatchParams.parse(task.params);
  const ids = done.map(({ recordId }) => recordId);
  const rows = await planRows(steps, source, { ids, unknown: [] }, undoing(source, done, { values, reason }));
  return { task, source, rows, planHash: hashOf(source, { undoes: id }, rows) };
}

function requireUndoable({ undoable, status }: TaskRow): void {
  if (!undoable || !taskStates.can(status, "expire")) throw planErrors.notUndoable();
}
