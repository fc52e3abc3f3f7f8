import {
  confirmSuspension,
  getSuspension,
  refreshPreview,
  rejectSuspension,
  retrySuspension,
  Suspension,
  type SuspensionDetail,
  suspensionKinds,
  suspensionStates,
} from "@ops/partner/contract";
import {
  FieldList,
  NotLoaded,
  ReasonDialog,
  StateTag,
  showTime,
  useCall,
  useClosing,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Alert, Button, Drawer, Progress, Skeleton } from "antd";
import type { ReactNode } from "react";
import { CascadeItems } from "./CascadeItems.tsx";
import { LineTable } from "./LineTable.tsx";
import { ImpactTable } from "./PlanInput.tsx";
import { SuspendWizard } from "./SuspendWizard.tsx";
import { type Stoppable, stale } from "./stale.ts";
import { suspensionTones } from "./tones.ts";
import "./suspension.css";

const LOOK_AGAIN_MS = 1000;

interface Props {
  readonly id: string;
  readonly partner: Stoppable;
  readonly onClose: () => void;
}

/** One 暂停/清退单: the same preview for the second person, live progress, cascade items and the restore report. */
export function SuspensionDrawer({ id, partner, onClose }: Props) {
  const answer = useEndpoint(
    getSuspension,
    { params: { id } },
    { silent: true, background: true, staleTime: 0, refetchInterval: LOOK_AGAIN_MS },
  );
  const { close, drawer } = useClosing(onClose);
  const shown = answer.data;
  return (
    <Drawer
      title={`${shown ? suspensionKinds[shown.kind] : "暂停"}单 · ${partner.shortName}`}
      size={860}
      {...drawer}
      footer={shown ? <Actions suspension={shown} partner={partner} onClose={close} /> : null}
    >
      {shown && <Body suspension={shown} />}
      {!shown && answer.isPending && <Skeleton active />}
      {!shown && answer.error && <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />}
    </Drawer>
  );
}

const isRunning = ({ state }: SuspensionDetail) => ["CONFIRMED", "EXECUTING", "UNDOING"].includes(state);

function Body({ suspension }: { readonly suspension: SuspensionDetail }) {
  const { state, files, choices, lines, items } = suspension;
  const seen = new Map(lines.map((line) => [line.kind, line.seen]));
  return (
    <div className="stop-body" aria-live="polite">
      {(isRunning(suspension) || state === "PARTLY") && <Running suspension={suspension} />}
      <Hint suspension={suspension} />
      <FieldList
        schema={Suspension}
        record={suspension}
        fields={[
          { show: "state", as: () => <StateTag machine={suspensionStates} state={state} tones={suspensionTones} /> },
          { show: "reason", full: true },
          { show: "submittedByName" },
          { show: "submittedAt" },
          { show: "confirmedByName", when: () => suspension.effectiveAt !== null },
          { show: "effectiveAt", when: () => suspension.effectiveAt !== null },
          { show: "finishedAt", when: () => suspension.finishedAt !== null },
          { show: "undoneByName", when: () => suspension.undoneByName !== null },
          { show: "undoneAt", when: () => suspension.undoneAt !== null },
          { show: "stateReason", full: true, when: () => suspension.stateReason !== null },
          {
            ...{ show: "id", label: "凭证", full: true, when: () => files.length > 0 },
            as: () => files.map(({ fileName }) => fileName).join("、"),
          },
        ]}
      />
      {state === "DRAFT" && (
        <Section title="影响预览">
          <ImpactTable choices={choices} seen={seen} />
        </Section>
      )}
      <Section title={state === "DRAFT" ? "处理方案" : "处理结果"}>
        <LineTable suspension={suspension} />
      </Section>
      {items.all > 0 && (
        <Section title="级联明细">
          <CascadeItems suspension={suspension} />
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="stop-section" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Running({ suspension: { state, items } }: { readonly suspension: SuspensionDetail }) {
  const isUndo = state === "UNDOING";
  const over = isUndo ? items.restored + items.kept + items.restoreFailed : items.done + items.failed;
  const all = isUndo ? items.done : items.all;
  const failed = isUndo ? items.restoreFailed : items.failed;
  return (
    <div className="stop-progress">
      <Progress
        percent={all === 0 ? 0 : Math.floor((over / all) * 100)}
        status={failed > 0 || state === "PARTLY" ? "exception" : "active"}
        aria-label={isUndo ? "恢复进度" : "执行进度"}
      />
      <span className="tabular">
        {isUndo ? "已恢复" : "已处理"} {over} / {all}
        {failed > 0 && `，失败 ${failed}`}
      </span>
    </div>
  );
}

/** What has to happen next, in one sentence. */
function Hint({ suspension }: { readonly suspension: SuspensionDetail }) {
  const { state, isSubmitted, isMine, isStale, previewedAt } = suspension;
  const seenAt = previewedAt ? `（预览于 ${showTime(previewedAt)}）` : "";
  if (state === "PARTLY") {
    return <Alert type="warning" showIcon title="部分对象未能处理，已完成的不会重复；排除原因后请重试。" />;
  }
  if (state !== "DRAFT") return null;
  if (!isSubmitted) return <Alert type="info" showIcon title="草稿尚未提交复核，请继续完成处理方案。" />;
  if (isStale) return <Alert type="warning" showIcon title={`影响数据已变化或预览已过期，请重新预览${seenAt}`} />;
  if (isMine) return <Alert type="info" showIcon title="已提交，须由另一人复核。" />;
  return <Alert type="warning" showIcon title="请核对影响与方案；确认后合作立即暂停，按方案一次执行，可整体恢复。" />;
}

interface ActionsProps {
  readonly suspension: SuspensionDetail;
  readonly partner: Stoppable;
  readonly onClose: () => void;
}

function Actions({ suspension, partner, onClose }: ActionsProps) {
  const { id, version, state, isSubmitted, isMine, isStale, items } = suspension;
  const may = useMay();
  const rejecting = useDialog<true>();
  const editing = useDialog<SuspensionDetail>();
  const confirming = useCall(confirmSuspension, { refreshes: stale, done: "合作已暂停，正在执行处理方案" });
  const looking = useCall(refreshPreview, { refreshes: stale });
  const retrying = useCall(retrySuspension, { refreshes: stale, done: "已重新开始处理" });
  const input = { params: { id }, body: { version } };
  const isDraft = state === "DRAFT" && may(confirmSuspension);
  const canRetry = may(retrySuspension) && (state === "PARTLY" || (state === "UNDOING" && items.restoreFailed > 0));
  return (
    <div className="form-footer">
      <Button onClick={onClose}>关闭</Button>
      {isDraft && (
        <Button danger onClick={() => rejecting.open(true)}>
          {isMine || !isSubmitted ? "撤回" : "驳回"}
        </Button>
      )}
      {isDraft && !isSubmitted && (
        <Button type="primary" onClick={() => editing.open(suspension)}>
          继续编辑
        </Button>
      )}
      {isDraft && isSubmitted && isStale && (
        <Button loading={looking.pending} onClick={() => void looking.call(input)}>
          重新预览
        </Button>
      )}
      {isDraft && isSubmitted && !isMine && (
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
      {canRetry && (
        <Button type="primary" loading={retrying.pending} onClick={() => void retrying.call(input)}>
          重试
        </Button>
      )}
      {rejecting.value && (
        <ReasonDialog
          title={isMine || !isSubmitted ? "撤回暂停单" : "驳回暂停单"}
          endpoint={rejectSuspension}
          params={{ id }}
          version={version}
          refreshes={stale}
          done="已驳回"
          onClose={rejecting.close}
        />
      )}
      {editing.value && <SuspendWizard partner={partner} draft={editing.value} onClose={editing.close} />}
    </div>
  );
}
