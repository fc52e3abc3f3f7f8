import { type TaskState, taskStates } from "@ops/platform/contract";
import { partialResultDue } from "../batch/result.ts";
import type { Tx } from "../db/tx.ts";
import { notify } from "../notice/notify.ts";
import { numberParam } from "../params/declare.ts";
import { db, type TaskRow } from "../tables.ts";
import { type ClaimedTask, callNext } from "./claim.ts";
import { LeaseLost } from "./lease.ts";

export const keepDays = numberParam("excel.keepDays", 7, {
  group: "导入导出",
  description: "导入导出文件的保留天数",
  min: 1,
  max: 90,
});

const DAY_MS = 86_400_000;

export interface Outcome {
  readonly status: "SUCCESS" | "PARTIAL" | "FAILED";
  readonly errorMsg?: string;
  readonly done?: number;
  readonly total?: number;
  readonly successCount?: number;
  readonly failCount?: number;
  readonly resultFileId?: string;
  readonly failFileId?: string;
  readonly fileSize?: number;
}

/** Ends a task that this worker still has. Files, red dot and notice come with the same commit. */
export async function finishTask(tx: Tx, task: ClaimedTask, outcome: Outcome): Promise<void> {
  const finished = await db(tx)
    .updateTable("task")
    .set({ ...outcome, ...endStamps(tx), leaseToken: null, leaseUntil: null })
    .where("id", "=", task.id)
    .where("leaseToken", "=", task.leaseToken)
    .returningAll()
    .executeTakeFirst();
  if (!finished) throw new LeaseLost();
  await tellFinished(tx, finished);
}

/** Ends a task that no worker has. */
export async function failWaiting(tx: Tx, taskId: string, errorMsg: string): Promise<void> {
  const failed = await db(tx)
    .updateTable("task")
    .set({ status: "FAILED", errorMsg, ...endStamps(tx) })
    .where("id", "=", taskId)
    .where("status", "=", "QUEUED")
    .returningAll()
    .executeTakeFirst();
  if (failed) await tellFinished(tx, failed);
}

export function endStamps(tx: Tx) {
  const expiresAt = new Date(tx.now.getTime() + tx.param(keepDays) * DAY_MS);
  return { finishedAt: tx.now, expiresAt, updatedAt: tx.now };
}

/** The verbs for notices. The name of a batch already tells what it does. */
const verbs = { EXPORT: "导出", IMPORT: "导入", BATCH: "" } as const;

async function tellFinished(tx: Tx, task: TaskRow): Promise<void> {
  const { id, ownerId, status } = task;
  const isCut = task.kind === "BATCH" && task.resultFileId === null && task.cursorAt > 0;
  if (isCut) await tx.enqueue(partialResultDue, { taskId: id });
  await tx.tell({ userId: ownerId }, { type: "job.finished", jobId: id, status });
  await notify(tx, [ownerId], {
    category: "TASK",
    level: status === "FAILED" ? "ERROR" : status === "PARTIAL" ? "WARN" : "INFO",
    title: `${task.bizName}${verbs[task.kind]}${taskStates.label(status)}`,
    content: wordsOf(task, status),
    route: "/RightCenter/DownloadCenter",
    about: `task ${id}`,
  });
  await callNext(tx, ownerId);
}

function wordsOf({ taskNo, errorMsg, total, successCount, failCount }: TaskRow, status: TaskState): string {
  if (status === "FAILED") return `任务 ${taskNo}：${errorMsg ?? "处理失败"}`;
  if (status === "PARTIAL") return `任务 ${taskNo}：成功 ${successCount} 行，失败 ${failCount} 行`;
  return `任务 ${taskNo}：共 ${total ?? 0} 行，可在下载中心下载`;
}
