import { type BatchPlan, previewUndo, runUndo, type Task } from "@ops/platform/contract";
import { Button, Drawer, Form, Skeleton } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { useCall } from "../call/use-call.ts";
import { useAskedClosing } from "../dialog/use-asked-closing.ts";
import { PlanView } from "./PlanView.tsx";
import { ReasonItem } from "./ReasonItem.tsx";
import { RunningBatch } from "./RunningBatch.tsx";
import { usePreview } from "./use-preview.ts";
import "./batch.css";

const UNIT = "条";

/** Takes a batch back: shows what still can be, asks why, and runs it as a batch of its own (PF-R119). */
export function UndoDialog({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const [form] = Form.useForm<{ reason: string }>();
  const [plan, setPlan] = useState<BatchPlan | null>(null);
  const [begun, setBegun] = useState<Task | null>(null);
  const [isFilled, setFilled] = useState(false);
  const preview = usePreview(previewUndo, setPlan);
  const run = useCall(runUndo, { onDone: setBegun });
  const onGone = () => {
    preview.letGo();
    onClose();
  };
  const isSending = run.pending;
  const { close, leave, drawer } = useAskedClosing({ isTyped: isFilled && !begun, isSending, onGone });
  const params = { id: task.id };
  const look = useEffectEvent(async () => {
    const answer = await preview.call({ params });
    if (!answer.success) close();
  });
  useEffect(() => void look(), []);
  const execute = async ({ reason }: { reason: string }) => {
    const answer = await run.call({ params, body: { reason, planHash: plan?.planHash ?? "" } });
    if (answer.msgCode === "COMMON_PLAN_CHANGED") await preview.call({ params });
  };
  const isReady = plan !== null && plan.ready > 0;

  return (
    <Drawer
      title={`撤销${task.bizName} ${task.taskNo}`}
      size={720}
      {...drawer}
      footer={
        <div className="form-footer">
          <Button onClick={leave} disabled={isSending}>
            {begun ? "关闭" : "取消"}
          </Button>
          {!begun && (
            <Button
              type="primary"
              danger
              disabled={!isReady || run.offline}
              loading={run.pending}
              onClick={() => form.submit()}
            >
              {isReady ? `撤销（${plan.ready} ${UNIT}）` : "撤销"}
            </Button>
          )}
        </div>
      }
    >
      {!plan && <Skeleton active />}
      {plan && !begun && (
        <>
          {isReady && (
            <Form
              form={form}
              layout="vertical"
              onValuesChange={() => setFilled(true)}
              onFinish={(typed) => void execute(typed)}
            >
              <ReasonItem />
            </Form>
          )}
          <PlanView plan={plan} unit={UNIT} word="撤销" />
        </>
      )}
      {begun && <RunningBatch begun={begun} unit={UNIT} onOver={() => undefined} />}
    </Drawer>
  );
}
