import { type AuditLog, commonErrors, listRecordLogs } from "@ops/platform/contract";
import { Skeleton } from "antd";
import { Refusal } from "../call/failures.ts";
import { useEndpoint } from "../call/use-query.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { EventTimeline, type TimelineEvent } from "./EventTimeline.tsx";

/** Of the fields that an act changed, as many as can be read in passing. */
const FEW = 2;

interface Props {
  readonly bizType: string;
  readonly bizId: string;
  /** As many as have room beside the facts. */
  readonly most?: number;
  /** What is known of records that are older than their log. */
  readonly instead?: readonly TimelineEvent[];
}

/** What was done to a record last, in a line or two each; the whole log stands elsewhere. */
export function LatestEvents({ bizType, bizId, most = 8, instead = [] }: Props) {
  const query = { pageNo: 1, pageSize: most };
  const answer = useEndpoint(listRecordLogs, { params: { bizType, bizId }, query }, freshly);
  const milestones = instead.toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <LatestTimeline
      answer={answer}
      eventsOf={({ list }) => (list.length > 0 ? list.map(eventOf) : milestones)}
      instead={milestones}
    />
  );
}

/** Asked anew whenever the record has changed, so that the act just done is among them. */
export const freshly = { silent: true, background: true, staleTime: 0 } as const;

interface TimelineProps<T> {
  readonly answer: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown };
  readonly eventsOf: (data: T) => readonly TimelineEvent[];
  /** Shown to those who may not read the log. */
  readonly instead?: readonly TimelineEvent[];
}

export function LatestTimeline<T>({ answer: { data, error, refetch }, eventsOf, instead = [] }: TimelineProps<T>) {
  if (data !== undefined) return <EventTimeline events={eventsOf(data)} />;
  if (!error) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const isClosed = error instanceof Refusal && error.msgCode === commonErrors.forbidden().msgCode;
  if (isClosed) return <EventTimeline events={instead} />;
  return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
}

function eventOf({ id, occurredAt, actorName, actionName, result, diffs, reason }: AuditLog): TimelineEvent {
  const changes = diffs.slice(0, FEW).map(({ label, before, after }) => `${label}：${before ?? "-"} → ${after ?? "-"}`);
  const rest = diffs.length > FEW ? [`等 ${diffs.length} 项`] : [];
  const about = reason ? [`原因：${reason}`] : [...changes, ...rest];
  return {
    id,
    at: occurredAt,
    by: actorName,
    text: (
      <>
        {actionName}
        {result === "REFUSED" && "（已拒绝）"}
        {about.length > 0 && <small>{about.join("；")}</small>}
      </>
    ),
  };
}
