import { planErrors, taskErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import { retryOnConflict } from "../db/try-rows.ts";
import type { Tx } from "../db/tx.ts";
import { GivesWay } from "../excel/give-way.ts";
import type { JobRun } from "../jobs/job.ts";
import { db } from "../tables.ts";
import { finishTask, type Outcome } from "../task/finish.ts";
import { keepAndEnd } from "../task/keep-and-end.ts";
import type { TaskLease } from "../task/lease.ts";
import { markDone } from "../task/mark-done.ts";
import { canonicalText } from "../task/submit.ts";
import type { ActAs, ActorOf } from "../task/work.ts";
import { BatchParams } from "./params.ts";
import { CHUNK, type Deed, doRows, type PlannedRow, wordsOf } from "./plan.ts";
import { resultFile } from "./result.ts";
import { type BatchSource, type Facts, mayBatch } from "./source.ts";
import { doneRows, undoing } from "./undo.ts";

interface BatchRun {
  readonly work: JobRun;
  readonly actAs: ActAs;
  readonly actorOf: ActorOf;
  readonly source: BatchSource;
  readonly lease: TaskLease;
}

/**
 * Executes a plan chunk by chunk, each in one transaction that also stores the progress. Then it makes the result file.
 */
export async function runBatch(run: BatchRun): Promise<void> {
  const { work, lease } = run;
  const { task } = lease;
  const total = task.total ?? 0;
  const way = new GivesWay();
  for (let at = task.cursorAt; at < total; at += CHUNK) {
    lease.requireHeld();
    await runChunk(run, at);
    lease.progress(Math.min(at + CHUNK, total), total);
    await way.afterPiece();
  }
  await using content = await work.step((tx) => resultFile(tx, task));
  await keepAndEnd(work, content.file, async (tx) => {
    const counted = { done: total, total, resultFileId: content.file.id, fileSize: content.file.content.size };
    await finishTask(tx, task, { ...(await outcomeOf(tx, task.id)), ...counted });
  });
}

async function runChunk({ work, actAs, actorOf, source, lease }: BatchRun, at: number): Promise<void> {
  const { task } = lease;
  const owner = await work.step((tx) => actorOf(tx, task.ownerId, task.organizationIds)); // rights may go while it runs
  if (!owner || !mayBatch(owner.actor, source.kind)) throw planErrors.rightsLost();
  const acting = { permission: source.kind.run.permission, actionName: task.bizName };
  await retryOnConflict((isLastTry) =>
    actAs(owner.actor, acting, async (tx) => {
      const { values } = BatchParams.parse(task.params);
      tx.trail.about("task", task.id, task.taskNo);
      tx.trail.each = `批量任务 ${task.taskNo}`;
      tx.trail.reason = values.reason;
      if (at === 0) await requireMayRun(tx, source, task);
      const planned = await plannedRows(tx, task.id, at);
      const ids = planned.flatMap(({ recordId, state }) => (recordId && state === "PLANNED" ? [recordId] : []));
      const deedOf = () => deedFor(tx, source, lease, planned);
      const done = await doRows(tx, source, { ids, deedOf, isLastTry });
      await keepOutcome(tx, source, task.id, done);
      const success = done.filter(({ refusal }) => refusal === null).length;
      const failed = planned.length - success;
      tx.trail.summary = `第 ${at + 1}–${at + planned.length} 条：执行 ${success}，未执行 ${failed}`;
      await markDone(tx, lease, { at, count: planned.length, success, failed });
    }),
  );
}

const plannedRows = (tx: Tx, taskId: string, at: number) =>
  db(tx)
    .selectFrom("batchRow")
    .select(["seq", "recordId", "state", "before"])
    .where("taskId", "=", taskId)
    .where("seq", ">", at)
    .orderBy("seq")
    .limit(CHUNK)
    .execute();

/** Makes the action for the records of a chunk. A record that has changed since the plan is left alone. */
async function deedFor(
  tx: Tx,
  source: BatchSource,
  { task }: TaskLease,
  planned: readonly { recordId: string | null; before: Facts | null }[],
): Promise<Deed> {
  const { values, undoes } = BatchParams.parse(task.params);
  const shown = new Map(planned.map(({ recordId, before }) => [recordId, canonicalText(before)]));
  const refuse = (id: string, now: Facts) =>
    shown.get(id) === canonicalText(now) ? null : planErrors.changed().message;
  if (undoes === null) return { refuse, act: (tx, id) => source.act(tx, id, values) };
  const ids = [...shown.keys()].filter((id) => id !== null);
  const done = await doneRows(tx, source, undoes, ids);
  const undo = undoing(source, done, { values: await firstValues(tx, undoes), reason: values.reason });
  return { ...undo, refuse: (id, now) => refuse(id, now) ?? undo.refuse?.(id, now) ?? null };
}

/** What the batch that is undone was started with. */
async function firstValues(tx: Tx, undoes: string): Promise<unknown> {
  const { rows } = await sql<{ params: unknown }>`select params from task where id = ${undoes}`.execute(tx.kysely);
  return BatchParams.parse(rows[0]?.params).values;
}

/** Asks again whether the plan as a whole may run, because much may have happened while it waited for its approval. */
async function requireMayRun(tx: Tx, source: BatchSource, { id, params }: TaskLease["task"]): Promise<void> {
  if (!source.mayRun) return;
  const { values, undoes } = BatchParams.parse(params);
  const rows = await db(tx).selectFrom("batchRow").select(["recordId", "state"]).where("taskId", "=", id).execute();
  const ready = rows.filter(({ state }) => state === "PLANNED").length;
  const plan = { ids: rows.flatMap(({ recordId }) => recordId ?? []), ready, refused: rows.length - ready };
  const asked = undoes === null ? values : await firstValues(tx, undoes);
  await source.mayRun(tx, asked, { ...plan, isUndo: undoes !== null });
}

/** Stores the result of each record, with the version in which it was left. */
async function keepOutcome(tx: Tx, { table }: BatchSource, taskId: string, rows: readonly PlannedRow[]): Promise<void> {
  const told = rows.map(({ id, after, refusal }) => ({ id, after, reason: refusal && wordsOf(refusal) }));
  await sql`update batch_row r set after = o.after, reason = o.reason, version = t.version,
      state = case when o.reason is null then 'DONE' else 'REFUSED' end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as o (id uuid, after jsonb, reason text)
      left join ${sql.table(table.name)} t on t.id = o.id
    where r.task_id = ${taskId} and r.record_id = o.id`.execute(tx.kysely);
}

async function outcomeOf(tx: Tx, id: string): Promise<Outcome> {
  const { successCount, failCount } = await db(tx)
    .selectFrom("task")
    .select(["successCount", "failCount"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (failCount === 0) return { status: "SUCCESS" };
  return successCount > 0 ? { status: "PARTIAL" } : { status: "FAILED", errorMsg: taskErrors.allRefused().message };
}
