import {
  cancelTask,
  clearExpiredTasks,
  getTaskFile,
  getTaskFiles,
  listTasks,
  MOST_ZIPPED,
  removeTask,
  retryTask,
  type Task,
  taskStates,
} from "@ops/platform/contract";
import { download } from "../call/download.ts";
import { serverNow } from "../call/server-clock.ts";
import { useCall } from "../call/use-call.ts";
import { confirm } from "../dialog/confirm.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { ListPage } from "../list/ListPage.tsx";
import { feedback } from "../shell/feedback.ts";
import { ConditionsDialog } from "./ConditionsDialog.tsx";
import { taskColumns } from "./task-columns.tsx";
import { CANCEL_QUESTION, isUnderWay, lastWeek, useTaskFilters } from "./task-filters.ts";
import { useLiveTasks, useSeenTasks } from "./use-live-tasks.ts";

const EMPTY = "暂无任务，在列表页点击「导出」后可在此下载";
const hasFile = ({ status, fileSize }: Task) => fileSize !== null && (status === "SUCCESS" || status === "PARTIAL");

/** One's own: live progress, download, cancel, retry, delete. */
export function MyTaskList() {
  const isSeen = useSeenTasks();
  const filters = useTaskFilters();
  const conditions = useDialog<Task>();
  const cancel = useCall(cancelTask, {
    refreshes: [listTasks],
    onDone: ({ kind, successCount }) =>
      feedback.message.success(kind === "IMPORT" ? `任务已取消，已处理的${successCount}行保留` : "任务已取消"),
  });
  const retry = useCall(retryTask, { done: "已重新提交", refreshes: [listTasks] });
  const remove = useCall(removeTask, { done: "删除成功！", refreshes: [listTasks] });
  const clear = useCall(clearExpiredTasks, {
    refreshes: [listTasks],
    onDone: ({ removed }) => feedback.message.success(removed > 0 ? `已清除 ${removed} 个任务` : "没有已过期的任务"),
  });
  useLiveTasks();
  const clearExpired = async () => {
    if (await confirm({ title: "确认清除全部已过期的任务？", okText: "清除" })) await clear.call({});
  };

  return (
    <ListPage
      title="下载中心"
      endpoint={listTasks}
      filters={[...filters]}
      first={lastWeek(serverNow())}
      columns={taskColumns(isSeen)}
      tools={[{ label: "清除已过期", run: () => void clearExpired() }]}
      batchActions={[{ label: "批量下载", primary: true, run: downloadAll }]}
      rowActions={[
        { label: "下载", when: hasFile, run: ({ id }) => download(getTaskFile, { params: { id } }) },
        {
          label: "失败明细",
          when: ({ hasFailures, status }) => hasFailures && status !== "EXPIRED",
          run: ({ id }) => download(getTaskFile, { params: { id }, query: { part: "fail" } }),
        },
        { label: "查看条件", run: conditions.open },
        { label: "取消", when: isUnderWay, confirm: CANCEL_QUESTION, run: ({ id }) => cancel.call({ params: { id } }) },
        {
          label: "重试",
          when: ({ kind, status }) => kind === "EXPORT" && taskStates.can(status, "retry"),
          run: ({ id }) => retry.call({ params: { id } }),
        },
        {
          label: "删除",
          danger: true,
          when: (task) => !isUnderWay(task),
          confirm: ({ taskNo }) => `确认删除任务 ${taskNo} 及其文件？`,
          run: ({ id }) => remove.call({ params: { id } }),
        },
      ]}
      empty={EMPTY}
    >
      {conditions.value && <ConditionsDialog task={conditions.value} onClose={conditions.close} />}
    </ListPage>
  );
}

async function downloadAll(tasks: readonly Task[], clear: () => void): Promise<void> {
  const ready = tasks.filter(hasFile);
  if (ready.length === 0) feedback.message.info("所选任务没有可下载的文件");
  else if (ready.length > MOST_ZIPPED) feedback.message.info(`一次最多下载${MOST_ZIPPED}个文件`);
  else {
    await download(getTaskFiles, { query: { ids: ready.map(({ id }) => id).join(",") } });
    clear();
  }
}
