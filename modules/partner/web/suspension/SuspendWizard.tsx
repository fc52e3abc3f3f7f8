import { type CascadePlan, previewSuspension, type SuspensionDetail, submitSuspension } from "@ops/partner/contract";
import { confirmDiscard, feedback, showTime, UploadInput, useCall, useClosing } from "@ops/platform/web";
import { Alert, Button, Drawer, Form, Input, Steps } from "antd";
import { useState } from "react";
import { ImpactTable, openReceiver, PlanInput } from "./PlanInput.tsx";
import { PlanSummary } from "./PlanSummary.tsx";
import type { Stoppable } from "./stoppable.ts";
import "./suspension.css";

const titles = ["原因与凭证", "影响预览", "处理方案", "提交复核"];

interface Props {
  readonly partner: Stoppable;
  /** The open draft to continue. */
  readonly draft?: SuspensionDetail;
  readonly onClose: () => void;
}

/** 暂停 in four steps; a second person decides (PT-R7). */
export function SuspendWizard({ partner, draft, onClose }: Props) {
  const wizard = useWizard(partner, draft);
  const { close, drawer } = useClosing(onClose);
  const leave = async () => {
    if (!wizard.pending && (!wizard.isTyped || (await confirmDiscard()))) close();
  };
  const submit = async () => {
    if (await wizard.submit()) close();
  };
  const { step, setStep } = wizard;
  const next = [wizard.preview, () => setStep(2), wizard.toReview][step];
  return (
    <Drawer
      title={`暂停合作 · ${partner.shortName}`}
      size={760}
      {...drawer}
      onClose={leave}
      footer={
        <div className="form-footer">
          <Button onClick={leave}>取消</Button>
          {step > 0 && <Button onClick={() => setStep(step - 1)}>上一步</Button>}
          {next ? (
            <Button type="primary" loading={wizard.pending} onClick={() => void next()}>
              下一步
            </Button>
          ) : (
            <Button type="primary" danger loading={wizard.pending} onClick={() => void submit()}>
              提交复核
            </Button>
          )}
        </div>
      }
    >
      <Steps size="small" className="stop-steps" current={step} items={titles.map((title) => ({ title }))} />
      <Step wizard={wizard} onLeave={close} />
    </Drawer>
  );
}

type Wizard = ReturnType<typeof useWizard>;

function useWizard(partner: Stoppable, draft: SuspensionDetail | undefined) {
  const [step, setStep] = useState(0);
  const [reason, setReason] = useState(draft?.reason ?? "");
  const [refusal, setRefusal] = useState("");
  const [fileIds, setFileIds] = useState<string[]>([]);
  const [seen, setSeen] = useState<SuspensionDetail | null>(null);
  const [plan, setPlan] = useState<CascadePlan>([]);
  const previewing = useCall(previewSuspension);
  const submitting = useCall(submitSuspension, { done: "已提交，请由另一人复核" });
  const params = { id: partner.id };
  const preview = async () => {
    if (reason.trim() === "") return setRefusal("请输入暂停原因！");
    setRefusal("");
    const answer = await previewing.call({ params, body: { reason, fileIds } });
    if (!answer.success) return;
    setSeen(answer.data);
    setStep(1);
  };
  const toReview = () => {
    const open = openReceiver(seen?.choices ?? [], plan);
    if (open) return void feedback.message.warning(open);
    setStep(3);
  };
  const submit = async () => {
    if (!seen) return false;
    const answer = await submitting.call({ params, body: { plan, version: seen.version } });
    // the plan is kept, only the numbers are counted again
    if (answer.msgCode === "PARTNER_PREVIEW_OLD") await preview();
    return answer.success;
  };
  return {
    step,
    setStep,
    reason,
    setReason,
    refusal,
    fileIds,
    setFileIds,
    seen,
    plan,
    setPlan,
    preview,
    toReview,
    submit,
    known: draft?.files ?? [],
    pending: previewing.pending || submitting.pending,
    isTyped: reason !== (draft?.reason ?? "") || fileIds.length > 0 || plan.length > 0,
  };
}

interface StepProps {
  readonly wizard: Wizard;
  readonly onLeave: () => void;
}

function Step({ wizard, onLeave }: StepProps) {
  const { step, seen, plan, reason } = wizard;
  if (step === 0 || !seen) return <ReasonStep wizard={wizard} />;
  if (step === 1) return <ImpactStep wizard={wizard} seen={seen} onLeave={onLeave} />;
  if (step === 2) return <PlanInput choices={seen.choices} value={plan} onChange={wizard.setPlan} />;
  return (
    <>
      <Alert
        className="stop-alert"
        type="warning"
        showIcon
        title="提交后须由另一人复核；复核通过的同时合作暂停，以下处理一次执行，可整体恢复。"
      />
      <p className="stop-reason">
        <span>暂停原因</span>
        {reason}
      </p>
      <PlanSummary choices={seen.choices} plan={plan} />
    </>
  );
}

function ReasonStep({ wizard }: { readonly wizard: Wizard }) {
  const { reason, setReason, refusal, fileIds, setFileIds, known } = wizard;
  return (
    <Form layout="vertical" className="stop-form">
      <Form.Item
        label="暂停原因"
        htmlFor="suspend-reason"
        required
        validateStatus={refusal ? "error" : ""}
        help={refusal || undefined}
      >
        <Input.TextArea
          id="suspend-reason"
          autoFocus
          rows={4}
          maxLength={100}
          showCount
          value={reason}
          placeholder="说明暂停的事由，复核人与伙伴均可见"
          onChange={({ target }) => setReason(target.value)}
        />
      </Form.Item>
      <Form.Item label="凭证" htmlFor="suspend-files">
        {known.length > 0 && <p className="stop-known">已有凭证：{known.map(({ fileName }) => fileName).join("、")}</p>}
        <UploadInput id="suspend-files" bizType="partnerSuspension" max={10} value={fileIds} onChange={setFileIds} />
      </Form.Item>
    </Form>
  );
}

function ImpactStep({ wizard, seen, onLeave }: StepProps & { readonly seen: SuspensionDetail }) {
  return (
    <>
      <Alert
        className="stop-alert"
        type="info"
        showIcon
        title={`预览于 ${seen.previewedAt ? showTime(seen.previewedAt) : "-"}，15 分钟内有效；数量变化超过 5% 须重新预览。`}
        action={
          <Button size="small" loading={wizard.pending} onClick={() => void wizard.preview()}>
            重新预览
          </Button>
        }
      />
      <ImpactTable choices={seen.choices} onLeave={onLeave} />
    </>
  );
}
