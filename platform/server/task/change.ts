import { type TaskState, taskErrors, taskStates } from "@ops/platform/contract";
import { changeRecord, lockRecord, removeRecord } from "../db/record.ts";
import type { Tx } from "../db/tx.ts";
import { db, type TaskRow, tasks } from "../tables.ts";
import { callNext } from "./claim.ts";
import { taskDue } from "./due.ts";
import { dropTraces } from "./expire.ts";
import { endStamps } from "./finish.ts";
import { ownOnly } from "./mine.ts";
import { presentTask } from "./present.ts";

const isUnderWay = (status: TaskState) => status === "QUEUED" || status === "RUNNING";

export async function cancelMine(tx: Tx, id: string) {
  return cancelTask(tx, await lockRecord(ownOnly(tx), tasks, id, null));
}

/** Somebody else's, inside the scope of the permission. */
export async function cancelAny(tx: Tx, id: string) {
  return cancelTask(tx, await lockRecord(tx, tasks, id, null));
}

/** Its worker notices within a second and leaves no file behind. */
async function cancelTask(tx: Tx, task: TaskRow) {
  if (!isUnderWay(task.status)) throw taskErrors.finished();
  const status = taskStates.next(task.status, "cancel");
  const changes = { status, ...endStamps(tx), expiresAt: null, leaseToken: null, leaseUntil: null, readAt: tx.now };
  const { updatedAt: _updatedAt, ...changed } = changes;
  const canceled = await changeRecord(tx, tasks, task, changed);
  await tx.tell({ userId: task.ownerId }, { type: "job.finished", jobId: task.id, status });
  await callNext(tx, task.ownerId);
  return presentTask(canceled);
}

/** The same filter once more, with the rights of the moment it runs. */
export async function retryTask(tx: Tx, id: string) {
  const task = await lockRecord(ownOnly(tx), tasks, id, null);
  if (task.kind === "IMPORT") throw taskErrors.notRetryable();
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
  const task = await lockRecord(ownOnly(tx), tasks, id, null);
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
