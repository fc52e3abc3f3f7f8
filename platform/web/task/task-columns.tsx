import { type listTasks, type Task, taskKinds, taskStates } from "@ops/platform/contract";
import { Progress } from "antd";
import { StateTag } from "../dict/StateTag.tsx";
import type { Column } from "../list/columns.ts";
import { showTime } from "../list/show-value.ts";
import { percentOf } from "./percent.ts";
import "./task.css";

export function taskColumns(isSeen: (task: Task) => boolean): readonly Column<typeof listTasks>[] {
  return [
    { title: "任务编号", show: "taskNo", width: 175, as: (task) => <TaskNo task={task} isSeen={isSeen(task)} /> },
    { title: "文件名称", show: "fileName", width: 150 },
    { title: "业务类型", show: "bizName", width: 110 },
    { title: "任务类型", show: "kind", width: 80, as: ({ kind }) => taskKinds[kind] },
    { title: "状态", show: "status", width: 150, as: (task) => <TaskStatus task={task} /> },
    { title: "总数/成功/失败", show: "total", width: 130, as: countsOf },
    { title: "文件大小", show: "fileSize", width: 90, align: "right", as: ({ fileSize }) => showSize(fileSize) },
    { title: "创建人", show: "ownerName", width: 90 },
    { title: "创建时间", show: "createdAt", width: 160, as: ({ createdAt }) => showTime(createdAt) },
    { title: "完成时间", show: "finishedAt", width: 160, as: ({ finishedAt }) => showTime(finishedAt) },
    { title: "过期时间", show: "expiresAt", width: 160, as: (task) => showTime(expiryOf(task)) },
  ];
}

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

/** What has no file has nothing to expire. */
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
