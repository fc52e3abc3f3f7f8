import { type Task, taskErrors } from "@ops/platform/contract";
import { confirm } from "../dialog/confirm.ts";

/** Asked before a task is cancelled; 取消 on both buttons would say nothing. */
export function agreesToCancel({ kind, taskNo }: Task): Promise<boolean> {
  const content =
    kind === "IMPORT" ? `已处理的行保留；${taskErrors.notRetryable().message}` : "取消后可在下载中心重试，或重新导出";
  return confirm({ title: `确认取消任务 ${taskNo}？`, content, okText: "取消任务", cancelText: "再想想" });
}
