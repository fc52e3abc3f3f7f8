import { type TaskState, taskErrors, taskStates } from "@ops/platform/contract";
import { withdrawApproval } from "../approval/request.ts";
import { BatchParams } from "../batch/params.ts";
import { partialResultDue } from "../batch/result.ts";
import { changeRecord, lockRecord, removeRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { db, type TaskRow, tasks } from "../tables.ts";
import { callNext } from "./claim.ts";
import { taskDue } from "./due.ts";
import { dropTraces } from "./expire.ts";
import { endStamps } from "./finish.ts";
import { limitToOwn } from "./mine.ts";
import { presentTask } from "./present.ts";

const isUnderWay = (status: TaskState) => taskStates.can(status, "cancel");

export async function cancelMine(tx: Tx, id: string) {
  return cancelTask(tx, await lockRecord(limitToOwn(tx), tasks, id, null));
}

/** Cancels a task of another person within the scope of the permission. */
export async function cancelAny(tx: Tx, id: string) {
  return cancelTask(tx, await lockRecord(tx, tasks, id, null));
}

/** Cancels a task. Its worker notices within a second and leaves no file. For a batch, the result so far is given. */
async function cancelTask(tx: Tx, task: TaskRow) {
  if (!isUnderWay(task.status)) throw taskErrors.finished();
  const { flow } = task.kind === "BATCH" ? BatchParams.parse(task.params) : { flow: null };
  if (flow !== null) await withdrawApproval(tx, { kind: flow }, task.id);
  if (task.kind === "BATCH" && task.cursorAt > 0) await tx.enqueue(partialResultDue, { taskId: task.id });
  return presentTask(await endWaiting(tx, task, null));
}

/** Ends a task before its time, with the reason that people read. */
export async function endWaiting(tx: Tx, task: TaskRow, errorMsg: string | null): Promise<TaskRow> {
  const status = taskStates.next(task.status, "cancel");
  const { updatedAt: _updatedAt, expiresAt, ...ended } = endStamps(tx);
  const canceled = await changeRecord(tx, tasks, task, {
    ...ended,
    status,
    errorMsg,
    expiresAt: task.kind === "BATCH" ? expiresAt : null,
    leaseToken: null,
    leaseUntil: null,
    readAt: tx.now,
  });
  await tx.tell({ userId: task.ownerId }, { type: "job.finished", jobId: task.id, status });
  await callNext(tx, task.ownerId);
  return canceled;
}

/** The chunk that a worker is at is taken back, so that each row is done once; it is begun again with the next one. */
export async function pauseTask(tx: Tx, id: string) {
  const task = await lockMyBatch(tx, id);
  if (!taskStates.can(task.status, "pause")) throw taskErrors.notRunning();
  const paused = { status: taskStates.next(task.status, "pause"), leaseToken: null, leaseUntil: null };
  const changed = await changeRecord(tx, tasks, task, paused);
  await callNext(tx, task.ownerId);
  return presentTask(changed);
}

export async function resumeTask(tx: Tx, id: string) {
  const task = await lockMyBatch(tx, id);
  if (!taskStates.can(task.status, "resume")) throw taskErrors.notPaused();
  const waiting = await changeRecord(tx, tasks, task, { status: taskStates.next(task.status, "resume"), attempts: 0 });
  await tx.enqueue(taskDue, { taskId: id }, { key: id });
  return presentTask(waiting);
}

async function lockMyBatch(tx: Tx, id: string): Promise<TaskRow> {
  const task = await lockRecord(limitToOwn(tx), tasks, id, null);
  if (task.kind !== "BATCH") throw taskErrors.notPausable();
  return task;
}

/** Runs the same task again, with the rights at that time. */
export async function retryTask(tx: Tx, id: string) {
  const task = await lockRecord(limitToOwn(tx), tasks, id, null);
  if (task.kind === "IMPORT") throw taskErrors.notRetryable();
  if (task.kind === "BATCH") throw taskErrors.batchNotRetryable();
  if (!taskStates.can(task.status, "retry")) throw taskErrors.notFailed();
  const waiting = await changeRecord(tx, tasks, task, {
    status: taskStates.next(task.status, "retry"),
    attempts: 0,
    errorMsg: null,
    total: null,
    done: 0,
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
    readAt: null,
    organizationIds: [...tx.actor.organizationIds],
  });
  await tx.enqueue(taskDue, { taskId: id }, { key: id });
  return presentTask(waiting);
}

export async function removeTask(tx: Tx, id: string): Promise<true> {
  const task = await lockRecord(limitToOwn(tx), tasks, id, null);
  if (isUnderWay(task.status)) throw taskErrors.running();
  await dropTraces(tx, [id]);
  await removeRecord(tx, tasks, task);
  return true;
}

export async function clearExpired(tx: Tx): Promise<{ removed: number }> {
  const gone = await db(tx)
    .deleteFrom("task")
    .where("ownerId", "=", tx.actor.userId)
    .where("status", "=", "EXPIRED")
    .returning("id")
    .execute();
  return { removed: gone.length };
}
