import { getTaskFile, listTasks, type Task, taskStates } from "@ops/platform/contract";
import { Button } from "antd";
import { download } from "../call/download.ts";
import { useEndpoint } from "../call/use-query.ts";
import { StateTag } from "../dict/StateTag.tsx";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import { PlainTable } from "../list/PlainTable.tsx";
import { useLiveTasks } from "../task/use-live-tasks.ts";

/** One's own imports, the newest first. */
export function ImportHistory() {
  useLiveTasks();
  const answer = useEndpoint(listTasks, { query: { kind: "IMPORT", pageSize: 10 } }, { silent: true });
  const fetch = ({ id }: Task, part: "fail" | "result") =>
    void download(getTaskFile, { params: { id }, query: { part } });
  return (
    <section className="list-panel import-panel" aria-label="导入记录">
      <h2 className="import-title">导入记录</h2>
      <PlainTable<Task>
        tableLayout="fixed"
        scroll={{ x: 900 }}
        of={answer}
        rows={answer.data?.list}
        empty="还没有导入记录"
        columns={[
          ...tableColumnsOf(listTasks, {
            taskNo: 150,
            fileName: true,
            bizName: 95,
            status: {
              width: 95,
              as: ({ status }) => <StateTag machine={taskStates} state={status} tones={{ PARTIAL: "warn" }} />,
            },
            total: {
              title: "总数/成功/跳过/失败",
              width: 150,
              align: "left",
              as: (task) => `${task.total ?? "-"} / ${task.successCount} / ${task.skipCount} / ${task.failCount}`,
            },
            createdAt: 155,
          }),
          {
            title: "操作",
            width: 150,
            fixed: "end",
            className: "import-links",
            render: (_, task) =>
              task.status === "EXPIRED" || !(task.hasFailures || task.fileSize) ? (
                "-"
              ) : (
                <>
                  {task.hasFailures && (
                    <Button type="link" size="small" onClick={() => fetch(task, "fail")}>
                      失败明细
                    </Button>
                  )}
                  {task.fileSize && (
                    <Button type="link" size="small" onClick={() => fetch(task, "result")}>
                      结果文件
                    </Button>
                  )}
                </>
              ),
          },
        ]}
      />
    </section>
  );
}
