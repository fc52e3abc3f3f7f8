import { getSuspension, type SuspensionDetail, suspensionKinds } from "@ops/partner/contract";
import { FilePreview, RecordDrawer, recordOf, showTime, useEndpoint } from "@ops/platform/web";
import { Alert, Progress } from "antd";
import { type ReactNode, useState } from "react";
import { CascadeItems } from "./CascadeItems.tsx";
import { LineTable } from "./LineTable.tsx";
import { ImpactTable } from "./PlanInput.tsx";
import { SuspensionTag } from "./SuspensionTag.tsx";
import type { Stoppable } from "./stoppable.ts";
import { suspensionActions } from "./suspension-actions.tsx";
import { useFollow } from "./use-follow.ts";
import "./suspension.css";

const LOOK_AGAIN_MS = 1000;

interface Props {
  readonly id: string;
  readonly partner: Stoppable;
  readonly onClose: () => void;
}

/** One 暂停/清退单: the same preview for the second person, live progress, cascade items and the restore report. */
export function SuspensionDrawer({ id, partner, onClose }: Props) {
  const [pace, setPace] = useState<number | false>(false);
  const answer = useEndpoint(
    getSuspension,
    { params: { id } },
    { silent: true, background: true, staleTime: 0, refetchInterval: pace },
  );
  const wanted = paceOf(answer.data);
  if (wanted !== pace) setPace(wanted);
  useFollow(answer.data?.state);
  return <RecordDrawer of={suspensionRecord(partner, onClose)} id={id} answer={answer} onClose={onClose} />;
}

const suspensionRecord = (partner: Stoppable, onLeave: () => void) =>
  recordOf({
    endpoint: getSuspension,
    entity: `暂停单 · ${partner.shortName}`,
    title: ({ kind }) => `${suspensionKinds[kind]}单 · ${partner.shortName}`,
    tags: (suspension) => <SuspensionTag suspension={suspension} />,
    notice: (suspension) => <Hint suspension={suspension} />,
    actions: suspensionActions(partner),
    overview: {
      title: "概览",
      top: (suspension) => <Running suspension={suspension} />,
      fields: [
        { show: "reason", full: true },
        "submittedByName",
        "submittedAt",
        {
          show: "confirmedByName",
          when: ({ kind, effectiveAt }) => kind === "SUSPEND" && effectiveAt !== null, // an exit needs no second person
        },
        { show: "effectiveAt", when: ({ effectiveAt }) => effectiveAt !== null },
        { show: "finishedAt", when: ({ finishedAt }) => finishedAt !== null },
        { show: "undoneByName", when: ({ undoneByName }) => undoneByName !== null },
        { show: "undoneAt", when: ({ undoneAt }) => undoneAt !== null },
        { show: "stateReason", full: true, when: ({ stateReason }) => stateReason !== null },
        {
          show: "files",
          full: true,
          when: ({ files }) => files.length > 0,
          as: ({ files }) => <Evidence files={files} />,
        },
      ],
      content: (suspension) => <Plan suspension={suspension} onLeave={onLeave} />,
    },
    width: 860,
  });

/**
 * Asks again while the suspension runs, so that every step is seen. A draft is asked again to tell when its numbers have
 * changed.
 */
function paceOf(shown: SuspensionDetail | undefined): number | false {
  if (!shown) return false;
  return isRunning(shown) ? LOOK_AGAIN_MS : shown.state === "DRAFT" ? 10 * LOOK_AGAIN_MS : false;
}

const isRunning = ({ state }: SuspensionDetail) => ["CONFIRMED", "EXECUTING", "UNDOING"].includes(state);

function Plan({ suspension, onLeave }: { readonly suspension: SuspensionDetail; readonly onLeave: () => void }) {
  const { state, choices, lines, items } = suspension;
  const seen = new Map(lines.map((line) => [line.kind, line.seen]));
  return (
    <div className="stop-body">
      {state === "DRAFT" && (
        <Section title="影响预览">
          <ImpactTable choices={choices} seen={seen} onLeave={onLeave} />
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

function Evidence({ files }: Pick<SuspensionDetail, "files">) {
  return (
    <ul className="stop-files">
      {files.map((file) => (
        <li key={file.id}>
          <FilePreview file={file} />
          {file.fileName}
        </li>
      ))}
    </ul>
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

function Running({ suspension }: { readonly suspension: SuspensionDetail }) {
  const { state, items, lines } = suspension;
  if (!isRunning(suspension) && state !== "PARTLY") return null;
  const isUndo = state === "UNDOING";
  const over = isUndo ? items.restored + items.kept : items.done;
  const expected = lines.reduce((sum, { seen }) => sum + seen, 0);
  const all = isUndo ? items.done : items.all || expected;
  const failed = isUndo ? items.restoreFailed : items.failed;
  return (
    <div className="stop-progress" aria-live="polite">
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
