import type { BatchKind, BatchPlan, Endpoint, Task } from "@ops/platform/contract";
import { Alert, Button, Drawer, Form, Progress } from "antd";
import { type ReactNode, useState } from "react";
import { queryClient } from "../call/query-client.ts";
import { useCall } from "../call/use-call.ts";
import { queryKeyOf } from "../call/use-query.ts";
import { useAskedClosing } from "../dialog/use-asked-closing.ts";
import { useLive } from "../live/live-news.ts";
import { percentOf } from "../task/percent.ts";
import { firstChoice, rowsIn } from "./chosen-rows.ts";
import { PlanView } from "./PlanView.tsx";
import { ReasonItem } from "./ReasonItem.tsx";
import { type RowSources, RowsInput } from "./RowsInput.tsx";
import { RunningBatch } from "./RunningBatch.tsx";
import { usePreview } from "./use-preview.ts";
import "./batch.css";

export interface BatchDrawerProps {
  readonly kind: Pick<BatchKind, "key" | "preview" | "run" | "unit">;
  /** The action in one word, such as 停用. */
  readonly word: string;
  readonly consequence: string;
  readonly danger?: boolean;
  readonly sources: Omit<RowSources, "unit">;
  /** Turns the fields into the input of the call. */
  readonly valuesOf?: (typed: Record<string, unknown>) => object;
  /** The calls that show the records. They are repeated when the batch has ended. */
  readonly refreshes: readonly Endpoint[];
  /** Called when the batch is over, so that the selection is no longer needed. */
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** The fields for input besides the rows and the reason. */
  readonly children?: ReactNode;
}

/** One action on many records: the choice of rows and input, then the plan, then progress and result (PF-R119). */
export function BatchDrawer(props: BatchDrawerProps) {
  const { kind, word, consequence, danger = false, sources, valuesOf = () => ({}), refreshes, children } = props;
  const [form] = Form.useForm<Record<string, unknown>>();
  const [chosen, setChosen] = useState(() => firstChoice(sources));
  const [plan, setPlan] = useState<BatchPlan | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const [isOver, setOver] = useState(false);
  const [isFilled, setFilled] = useState(false);
  const preview = usePreview(kind.preview, (answer) => setPlan(answer as BatchPlan));
  const run = useCall(kind.run, { onDone: (answer) => setTask(answer as Task) });
  const rows = rowsIn(chosen, sources);
  const isTyped = !task && (isFilled || chosen.typed !== "" || chosen.fileIds.length > 0);
  const onGone = () => {
    preview.letGo();
    if (isOver) props.onDone();
    props.onClose();
  };
  const { leave, drawer } = useAskedClosing({ isTyped, isSending: run.pending, onGone });
  const bodyOf = (typed: Record<string, unknown>) => ({ ...rows, ...valuesOf(typed) });
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const look = (typed: Record<string, unknown>) => {
    setProgress(null); // an earlier preview may have ended on its way
    return preview.call({ body: bodyOf(typed) });
  };
  const execute = async () => {
    const typed = form.getFieldsValue(true);
    const body = { ...bodyOf(typed), reason: String(typed["reason"] ?? ""), planHash: plan?.planHash ?? "" };
    const answer = await run.call({ body });
    if (!answer.success && answer.msgCode === "COMMON_PLAN_CHANGED") await look(typed);
  };
  const finish = () => {
    setOver(true);
    for (const stale of refreshes) void queryClient.invalidateQueries({ queryKey: queryKeyOf(stale) });
  };
  const isBusy = preview.pending || run.pending;
  useLive("job.progress", ({ jobId, done, total }) => {
    if (jobId === kind.key) setProgress(done < total ? { done, total } : null);
  });

  return (
    <Drawer
      title={`批量${word}`}
      size={720}
      {...drawer}
      footer={
        <div className="form-footer">
          <Button onClick={leave} disabled={run.pending}>
            {task ? "关闭" : "取消"}
          </Button>
          {!plan && (
            <Button
              type="primary"
              disabled={!rows || preview.offline}
              loading={preview.pending}
              onClick={() => form.submit()}
            >
              下一步：预览
            </Button>
          )}
          {plan && !task && (
            <>
              <Button onClick={() => setPlan(null)} disabled={isBusy}>
                上一步
              </Button>
              <Button
                type="primary"
                danger={danger}
                disabled={plan.ready === 0 || run.offline}
                loading={isBusy}
                onClick={() => void execute()}
              >
                {`${word}（${plan.ready} ${kind.unit}）`}
              </Button>
            </>
          )}
        </div>
      }
    >
      <Form
        form={form}
        layout="vertical"
        hidden={plan !== null}
        disabled={preview.pending}
        onValuesChange={() => setFilled(true)}
        onFinish={(typed) => void look(typed)}
      >
        <Alert className="form-alert" type={danger ? "warning" : "info"} showIcon title={consequence} />
        <RowsInput sources={{ ...sources, unit: kind.unit }} value={chosen} onChange={setChosen} />
        {children}
        <ReasonItem />
      </Form>
      {isBusy && progress && (
        <div className="batch-plan">
          <Progress percent={percentOf(progress)} status="active" aria-label="预览进度" />
          <p>{`已检查 ${progress.done}/${progress.total} ${kind.unit}`}</p>
        </div>
      )}
      {plan && !task && <PlanView plan={plan} unit={kind.unit} word={word} />}
      {task && <RunningBatch begun={task} unit={kind.unit} onOver={finish} />}
    </Drawer>
  );
}
