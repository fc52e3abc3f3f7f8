import {
  cancelTask,
  getTaskFile,
  listBatchRows,
  listTasks,
  pauseTask,
  resumeTask,
  type Task,
  taskStates,
} from "@ops/platform/contract";
import { Alert, Button, Progress } from "antd";
import { useEffect, useEffectEvent } from "react";
import { download } from "../call/download.ts";
import { useCall } from "../call/use-call.ts";
import { useEndpoint } from "../call/use-query.ts";
import { PlainTable } from "../list/PlainTable.tsx";
import { agreesToCancel } from "../task/cancel-question.ts";
import { percentOf } from "../task/percent.ts";
import { useRunningTask } from "../task/use-running-task.ts";
import { rowColumns } from "./PlanView.tsx";

interface Props {
  readonly begun: Task;
  readonly unit: string;
  readonly onOver: () => void;
}

const tones = { SUCCESS: "success", PARTIAL: "warning", FAILED: "error", CANCELED: "warning" } as const;

/** A running batch with its progress, pause and cancel, and in the end the refused records with the reasons. */
export function RunningBatch({ begun, unit, onOver }: Props) {
  const { task, isOver } = useRunningTask(begun);
  const told = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) told();
  }, [isOver]);
  const refreshes = [listTasks];
  const pause = useCall(pauseTask, { refreshes });
  const resume = useCall(resumeTask, { refreshes });
  const cancel = useCall(cancelTask, { refreshes });
  const params = { id: task.id };
  const { status, done, successCount, failCount, errorMsg } = task;
  if (status === "WAITING")
    return <Alert type="info" showIcon title={`任务 ${task.taskNo} 已提交审批，通过后自动执行`} />;
  if (!isOver) {
    return (
      <div className="batch-plan">
        <Progress percent={percentOf(task)} status={status === "PAUSED" ? "normal" : "active"} aria-label="处理进度" />
        <p>{status === "PAUSED" ? "已暂停，可继续执行" : "任务在后台继续，可在下载中心查看"}</p>
        <div className="form-footer">
          {taskStates.can(status, "pause") && <Button onClick={() => void pause.call({ params })}>暂停</Button>}
          {taskStates.can(status, "resume") && <Button onClick={() => void resume.call({ params })}>继续</Button>}
          <Button danger onClick={async () => (await agreesToCancel(task)) && cancel.call({ params })}>
            取消任务
          </Button>
        </div>
      </div>
    );
  }
  const tone = tones[status as keyof typeof tones] ?? "info";
  const skipped = failCount > 0 ? `，${failCount} ${unit}未执行` : "";
  return (
    <div className="batch-plan" aria-live="polite">
      <Alert type={tone} showIcon title={errorMsg ?? `已执行 ${successCount} ${unit}${skipped}`} />
      {failCount > 0 && <RefusedRows id={task.id} />}
      {done > 0 && (
        <Button onClick={() => void download(getTaskFile, { params, query: { part: "result" } })}>下载结果明细</Button>
      )}
    </div>
  );
}

function RefusedRows({ id }: { readonly id: string }) {
  const rows = useEndpoint(listBatchRows, { params: { id }, query: { state: "REFUSED", pageSize: 100 } });
  return <PlainTable of={rows} rows={rows.data?.list} columns={rowColumns} pageSize={20} />;
}
