import {
  cancelTask,
  clearExpiredTasks,
  getTaskFile,
  listTasks,
  pauseTask,
  removeTask,
  resumeTask,
  retryTask,
  type Task,
  taskStates,
} from "@ops/platform/contract";
import { BatchRowsDrawer, UndoDialog } from "../batch/lazy-batch.ts";
import { download } from "../call/download.ts";
import { serverNow } from "../call/server-clock.ts";
import { useCall } from "../call/use-call.ts";
import { confirm } from "../dialog/confirm.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { ListPage } from "../list/ListPage.tsx";
import { feedback } from "../shell/feedback.ts";
import { ConditionsDialog } from "./ConditionsDialog.tsx";
import { agreesToCancel } from "./cancel-question.ts";
import { taskColumns } from "./task-columns.tsx";
import { downloadAll, explainNoFile, explainNoFiles, hasFile } from "./task-file.ts";
import { isUnderWay, lastWeek, useTaskFilters } from "./task-filters.ts";
import { useLiveTasks, useSeenTasks } from "./use-live-tasks.ts";

const EMPTY = "暂无任务，在列表页点击「导出」后可在此下载";

/** One's own: live progress, download, cancel, retry, delete. */
export function MyTaskList() {
  const { isSeen, markSeen } = useSeenTasks();
  const filters = useTaskFilters();
  const conditions = useDialog<Task>();
  const cancel = useCall(cancelTask, {
    refreshes: [listTasks],
    onDone: ({ kind, successCount }) =>
      feedback.message.success(kind === "EXPORT" ? "任务已取消" : `任务已取消，已处理的${successCount}行保留`),
  });
  const retry = useCall(retryTask, { done: "已重新提交", refreshes: [listTasks] });
  const pause = useCall(pauseTask, { done: "任务已暂停", refreshes: [listTasks] });
  const resume = useCall(resumeTask, { done: "任务已继续", refreshes: [listTasks] });
  const rows = useDialog<Task>();
  const undo = useDialog<Task>();
  const remove = useCall(removeTask, { done: "删除成功！", refreshes: [listTasks] });
  const clear = useCall(clearExpiredTasks, {
    refreshes: [listTasks],
    onDone: ({ removed }) => feedback.message.success(removed > 0 ? `已清除 ${removed} 个任务` : "没有已过期的任务"),
  });
  useLiveTasks();
  const clearExpired = async () => {
    if (await confirm({ title: "确认清除全部已过期的任务？", okText: "清除" })) await clear.call({});
  };

  const save = async (task: Task, part: "result" | "fail" = "result") => {
    await download(getTaskFile, { params: { id: task.id }, query: { part } });
    markSeen([task]);
  };
  const saveAll = async (tasks: readonly Task[], clear: () => void) => {
    if (!(await downloadAll(tasks))) return;
    markSeen(tasks);
    clear();
  };
  const open = (task: Task) => (hasFile(task) ? save(task) : feedback.message.info(explainNoFile(task)));

  return (
    <ListPage
      title="下载中心"
      open={open}
      endpoint={listTasks}
      filters={[...filters]}
      first={lastWeek(serverNow())}
      columns={taskColumns(isSeen).filter(({ show }) => show !== "ownerName")} // they are all one's own
      tools={[{ label: "清除已过期", run: () => void clearExpired() }]}
      batchActions={[{ label: "批量下载", primary: true, refuse: explainNoFiles, run: saveAll }]}
      rowActions={[
        { label: "下载", when: hasFile, run: (task) => save(task) },
        {
          label: "失败明细",
          when: ({ hasFailures, status }) => hasFailures && status !== "EXPIRED",
          run: (task) => save(task, "fail"),
        },
        { label: "查看条件", run: conditions.open },
        {
          label: "取消",
          when: isUnderWay,
          run: async (task) => (await agreesToCancel(task)) && cancel.call({ params: { id: task.id } }),
        },
        {
          label: "暂停",
          when: ({ kind, status }) => kind === "BATCH" && taskStates.can(status, "pause"),
          run: ({ id }) => pause.call({ params: { id } }),
        },
        {
          label: "继续",
          when: ({ status }) => taskStates.can(status, "resume"),
          run: ({ id }) => resume.call({ params: { id } }),
        },
        { label: "明细", when: ({ kind, status }) => kind === "BATCH" && status !== "EXPIRED", run: rows.open },
        { label: "撤销", danger: true, when: ({ undoable }) => undoable, run: undo.open },
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
      {rows.value && <BatchRowsDrawer task={rows.value} onClose={rows.close} />}
      {undo.value && <UndoDialog task={undo.value} onClose={undo.close} />}
      {conditions.value && <ConditionsDialog task={conditions.value} onClose={conditions.close} />}
    </ListPage>
  );
}
