import { getTaskFile, listTasks, type Task, taskStates } from "@ops/platform/contract";
import { Button, Table } from "antd";
import { download } from "../call/download.ts";
import { useEndpoint } from "../call/use-query.ts";
import { StateTag } from "../dict/StateTag.tsx";
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
      <Table<Task>
        rowKey="id"
        size="small"
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: 900 }}
        loading={answer.isPending}
        dataSource={answer.data?.list ?? []}
        locale={{ emptyText: "还没有导入记录" }}
        columns={[
          { title: "任务编号", dataIndex: "taskNo", width: 150 },
          { title: "文件名称", dataIndex: "fileName", ellipsis: true },
          { title: "业务类型", dataIndex: "bizName", width: 95, ellipsis: true },
          {
            title: "状态",
            width: 95,
            render: (_, { status }) => <StateTag machine={taskStates} state={status} tones={{ PARTIAL: "warn" }} />,
          },
          {
            title: "总数/成功/跳过/失败",
            width: 150,
            render: (_, task) => `${task.total ?? "-"} / ${task.successCount} / ${task.skipCount} / ${task.failCount}`,
          },
          { title: "创建时间", dataIndex: "createdAt", width: 155 },
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
