import { type CascadePlan, previewExit, startExit, terminatePartner } from "@ops/partner/contract";
import { FormDialog, ReasonDialog, UploadField, useEndpoint } from "@ops/platform/web";
import { Alert, Skeleton } from "antd";
import { PlanInput } from "./PlanInput.tsx";
import type { Stoppable } from "./stoppable.ts";
import "./suspension.css";

interface Props {
  readonly partner: Stoppable;
  readonly onClose: () => void;
}

/** 清退: no new business from now on, read-only accounts, and a plan for open work. */
export function ExitDialog({ partner, onClose }: Props) {
  const preview = useEndpoint(previewExit, { params: { id: partner.id } }, { silent: true, staleTime: 0 });
  return (
    <FormDialog
      danger
      width={680}
      title={`发起清退 · ${partner.shortName}`}
      okText="发起清退"
      endpoint={startExit}
      params={{ id: partner.id }}
      record={{ version: partner.version, plan: [], fileIds: [] }}
      done="已进入清退，正在执行处理方案"
      fields={["plan", "reason", "fileIds"]}
      special={{
        plan: preview.data
          ? { label: "处理方案", required: false, full: true, control: <PlanField choices={preview.data.choices} /> }
          : null,
        fileIds: <UploadField of={startExit} name="fileIds" bizType="partnerSuspension" max={10} />,
      }}
      onClose={onClose}
    >
      <Alert
        className="form-full form-alert"
        type="warning"
        showIcon
        title="清退后停止新业务，员工账号改为只读；未结业务全部结清后方可终止。"
      />
      {preview.isPending && <Skeleton className="form-full" active title={false} paragraph={{ rows: 4 }} />}
      {preview.error && <Alert className="form-full form-alert" type="error" showIcon title={preview.error.message} />}
    </FormDialog>
  );
}

interface PlanFieldProps {
  readonly choices: Parameters<typeof PlanInput>[0]["choices"];
  readonly value?: CascadePlan;
  readonly onChange?: (plan: CascadePlan) => void;
}

function PlanField({ choices, value = [], onChange }: PlanFieldProps) {
  return <PlanInput choices={choices} value={value} onChange={(plan) => onChange?.(plan)} />;
}

/** 终止: shows what is still open before it asks for the reason. */
export function TerminateDialog({ partner, onClose }: Props) {
  const preview = useEndpoint(previewExit, { params: { id: partner.id } }, { silent: true, staleTime: 0 });
  const open = preview.data?.open ?? [];
  const consequence =
    open.length > 0
      ? `尚有未结业务：${open.join("、")}，结清后方可终止。`
      : "终止后员工账号全部关闭，组织节点停用，不能撤销。";
  return (
    <ReasonDialog
      danger
      title={`终止合作 · ${partner.shortName}`}
      okText="终止合作"
      endpoint={terminatePartner}
      params={{ id: partner.id }}
      version={partner.version}
      consequence={preview.isPending ? "正在检查未结业务…" : consequence}
      done="合作已终止，正在关闭账号"
      onClose={onClose}
    />
  );
}
