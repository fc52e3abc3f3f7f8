import { cancelAnyTask, listAllTasks, type Task } from "@ops/platform/contract";
import { serverNow } from "../call/server-clock.ts";
import { useCall } from "../call/use-call.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { textFilter } from "../list/filter/filters.tsx";
import { ListPage } from "../list/ListPage.tsx";
import { ConditionsDialog } from "./ConditionsDialog.tsx";
import { agreesToCancel } from "./cancel-question.ts";
import { taskColumns } from "./task-columns.tsx";
import { isUnderWay, lastWeek, useTaskFilters } from "./task-filters.ts";
import { useLiveTasks } from "./use-live-tasks.ts";

/** Of others: seen, perhaps cancelled, never downloaded. */
export function AllTaskList() {
  const filters = useTaskFilters();
  const conditions = useDialog<Task>();
  const cancel = useCall(cancelAnyTask, { done: "任务已取消" });
  useLiveTasks();
  return (
    <ListPage<typeof listAllTasks>
      title="全部任务"
      memory=":all"
      endpoint={listAllTasks}
      filters={[...filters, textFilter("ownerName", "创建人")]}
      first={lastWeek(serverNow())}
      columns={taskColumns(() => true)}
      rowActions={[
        { label: "查看条件", run: conditions.open },
        {
          label: "取消",
          needs: cancelAnyTask,
          when: isUnderWay,
          run: async (task) => (await agreesToCancel(task)) && cancel.call({ params: { id: task.id } }),
        },
      ]}
      empty="还没有人提交过任务"
    >
      {conditions.value && <ConditionsDialog task={conditions.value} onClose={conditions.close} />}
    </ListPage>
  );
}
