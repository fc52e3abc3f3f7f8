import { listTasks, type Task, taskStates } from "@ops/platform/contract";
import { Progress } from "antd";
import { StateTag } from "../dict/StateTag.tsx";
import { columnsOf } from "../list/column/columns-of.ts";
import { showTime } from "../list/column/show-value.ts";
import { percentOf } from "./percent.ts";
import "./task.css";

export const taskColumns = (isSeen: (task: Task) => boolean) =>
  columnsOf(listTasks, {
    taskNo: { width: 175, as: (task) => <TaskNo task={task} isSeen={isSeen(task)} /> },
    fileName: 150,
    bizName: 110,
    kind: 80,
    status: { width: 150, as: (task) => <TaskStatus task={task} /> },
    total: { title: "总数/成功/失败", width: 130, align: "left", as: countsOf },
    fileSize: { width: 90, as: ({ fileSize }) => showSize(fileSize) },
    ownerName: 90,
    createdAt: true,
    finishedAt: true,
    expiresAt: (task) => showTime(expiryOf(task)),
  });

function TaskNo({ task, isSeen }: { readonly task: Task; readonly isSeen: boolean }) {
  if (isSeen) return task.taskNo;
  return (
    <span className="task-unseen">
      {task.taskNo}
      <span className="for-screen-readers">（新）</span>
    </span>
  );
}

function TaskStatus({ task }: { readonly task: Task }) {
  const { status, errorMsg } = task;
  if (status === "RUNNING") {
    return <Progress percent={percentOf(task)} size="small" aria-label={`${task.taskNo} 的进度`} />;
  }
  return (
    <span title={errorMsg ?? undefined}>
      <StateTag machine={taskStates} state={status} tones={{ PARTIAL: "warn" }} />
      {errorMsg && <span className="task-error">{errorMsg}</span>}
    </span>
  );
}

/** Finds the expiry. A task without a file has none. */
function expiryOf({ status, fileSize, hasFailures, expiresAt }: Task): string | null {
  return status === "EXPIRED" || fileSize !== null || hasFailures ? expiresAt : null;
}

function countsOf({ total, successCount, failCount, skipCount }: Task): string {
  if (total === null) return "-";
  return `${total} / ${successCount} / ${failCount}${skipCount > 0 ? `（跳过${skipCount}）` : ""}`;
}

const UNITS = ["B", "KB", "MB", "GB"];

/** `1.5 MB`. */
function showSize(bytes: number | null): string {
  if (bytes === null) return "-";
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}
