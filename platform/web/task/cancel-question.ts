import { type Task, taskErrors } from "@ops/platform/contract";
import { confirm } from "../dialog/confirm.ts";

/** Asks before a task is cancelled. The buttons have their own words, because 取消 on both would be unclear. */
export function agreesToCancel({ kind, taskNo }: Task): Promise<boolean> {
  const contents = {
    IMPORT: `已处理的行保留；${taskErrors.notRetryable().message}`,
    EXPORT: "取消后可在下载中心重试，或重新导出",
    BATCH: "已执行的数据保留，其余不再执行",
  };
  return confirm({
    title: `确认取消任务 ${taskNo}？`,
    content: contents[kind],
    okText: "取消任务",
    cancelText: "再想想",
  });
}
