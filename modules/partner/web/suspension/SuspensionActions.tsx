import {
  confirmSuspension,
  refreshPreview,
  rejectSuspension,
  retrySuspension,
  type SuspensionDetail,
} from "@ops/partner/contract";
import { ReasonDialog, useCall, useDialog, useMay } from "@ops/platform/web";
import { Button } from "antd";
import { SuspendWizard } from "./SuspendWizard.tsx";
import type { Stoppable } from "./stoppable.ts";

interface Props {
  readonly suspension: SuspensionDetail;
  readonly partner: Stoppable;
}

/** What the state of a suspension lets this person do next. */
export function SuspensionActions({ suspension, partner, onClose }: Props & { readonly onClose: () => void }) {
  const { state, isSubmitted, items } = suspension;
  const may = useMay();
  const canRetry = state === "PARTLY" || (state === "UNDOING" && items.restoreFailed > 0);
  const isDraft = state === "DRAFT" && may(confirmSuspension);
  return (
    <div className="form-footer">
      <Button onClick={onClose}>关闭</Button>
      {isDraft && <Reject suspension={suspension} />}
      {isDraft && !isSubmitted && <GoOn suspension={suspension} partner={partner} />}
      {isDraft && isSubmitted && <Decide suspension={suspension} />}
      {canRetry && may(retrySuspension) && <Retry suspension={suspension} />}
    </div>
  );
}

function Reject({ suspension: { id, version, isMine, isSubmitted } }: Pick<Props, "suspension">) {
  const asking = useDialog<true>();
  const word = isMine || !isSubmitted ? "撤回" : "驳回";
  return (
    <>
      <Button danger onClick={() => asking.open(true)}>
        {word}
      </Button>
      {asking.value && (
        <ReasonDialog
          title={`${word}暂停单`}
          okText={word}
          endpoint={rejectSuspension}
          params={{ id }}
          version={version}
          done={`已${word}`}
          onClose={asking.close}
        />
      )}
    </>
  );
}

function GoOn({ suspension, partner }: Props) {
  const editing = useDialog<SuspensionDetail>();
  return (
    <>
      <Button type="primary" onClick={() => editing.open(suspension)}>
        继续编辑
      </Button>
      {editing.value && <SuspendWizard partner={partner} draft={editing.value} onClose={editing.close} />}
    </>
  );
}

/** Whoever handed it in may look again; somebody else decides, on numbers that are still true. */
function Decide({ suspension: { id, version, isMine, isStale } }: Pick<Props, "suspension">) {
  const confirming = useCall(confirmSuspension, { done: "合作已暂停，正在执行处理方案" });
  const looking = useCall(refreshPreview);
  const input = { params: { id }, body: { version } };
  return (
    <>
      {isStale && (
        <Button loading={looking.pending} onClick={() => void looking.call(input)}>
          重新预览
        </Button>
      )}
      {!isMine && (
        <Button
          type="primary"
          danger
          disabled={isStale || confirming.offline}
          loading={confirming.pending}
          onClick={() => void confirming.call(input)}
        >
          确认暂停
        </Button>
      )}
    </>
  );
}

function Retry({ suspension: { id, version } }: Pick<Props, "suspension">) {
  const retrying = useCall(retrySuspension, { done: "已重新开始处理" });
  return (
    <Button
      type="primary"
      loading={retrying.pending}
      onClick={() => void retrying.call({ params: { id }, body: { version } })}
    >
      重试
    </Button>
  );
}
