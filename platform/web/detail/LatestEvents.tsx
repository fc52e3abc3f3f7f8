import { type AuditLog, commonErrors, listRecordLogs } from "@ops/platform/contract";
import { Skeleton } from "antd";
import type { ReactNode } from "react";
import { Refusal } from "../call/failures.ts";
import { useEndpoint } from "../call/use-query.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { showSide } from "../logs/diff-value.ts";
import { EventTimeline, type TimelineEvent } from "./EventTimeline.tsx";
import { SidePart } from "./SidePart.tsx";

/** How many changed fields of an act are shown. */
const FEW = 2;

interface Props {
  readonly bizType: string;
  readonly bizId: string;
  /** How many events fit beside the facts. */
  readonly most: number;
  /**
   * Events from the record itself, for records that are older than their log. Readers without the right to the log see
   * only these.
   */
  readonly milestones: readonly TimelineEvent[];
  readonly extra: ReactNode;
}

/** The latest events of a record in a line or two each. The whole log is elsewhere. */
export function LatestEvents({ bizType, bizId, most, milestones, extra }: Props) {
  const query = { pageNo: 1, pageSize: most };
  const answer = useEndpoint(listRecordLogs, { params: { bizType, bizId }, query }, freshly);
  const isClosed = isForbidden(answer.error);
  if (isClosed && milestones.length === 0) return null;
  return (
    <SidePart title="近期动态" extra={!isClosed && extra}>
      {isClosed ? (
        <EventTimeline events={milestones} />
      ) : (
        <LatestTimeline answer={answer} eventsOf={({ list }) => (list.length > 0 ? list.map(eventOf) : milestones)} />
      )}
    </SidePart>
  );
}

/** Loads again whenever the record has changed, so that the latest act is included. */
export const freshly = { silent: true, background: true, staleTime: 0 } as const;

interface TimelineProps<T> {
  readonly answer: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown };
  readonly eventsOf: (data: T) => readonly TimelineEvent[];
}

export function LatestTimeline<T>({ answer: { data, error, refetch }, eventsOf }: TimelineProps<T>) {
  if (data !== undefined) return <EventTimeline events={eventsOf(data)} />;
  if (!error) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
}

const isForbidden = (error: Error | null) =>
  error instanceof Refusal && error.msgCode === commonErrors.forbidden().msgCode;

/** What was empty before is told by what it is now. */
const changeOf = ({ field, label, before, after }: AuditLog["diffs"][number]) => {
  const now = showSide(field, after);
  return before === null ? `${label}：${now}` : `${label}：${showSide(field, before)} → ${now}`;
};

function eventOf({ id, occurredAt, actorName, actionName, result, diffs, reason }: AuditLog): TimelineEvent {
  const changes = diffs.slice(0, FEW).map(changeOf);
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
