import { type AuditLog, listRecordLogs } from "@ops/platform/contract";
import { Skeleton } from "antd";
import { useEndpoint } from "../call/use-query.ts";
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
  const { data, error } = useEndpoint(
    listRecordLogs,
    { params: { bizType, bizId }, query },
    { silent: true, background: true },
  );
  if (!data && !error) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const events = (data?.list ?? []).map(eventOf);
  return <EventTimeline events={events.length > 0 ? events : instead.toSorted((a, b) => b.at.localeCompare(a.at))} />;
}

function eventOf({ id, occurredAt, actorName, actionName, result, diffs, reason }: AuditLog): TimelineEvent {
  const changes = diffs.slice(0, FEW).map(({ label, before, after }) => `${label}：${before ?? "-"} → ${after ?? "-"}`);
  const rest = diffs.length > FEW ? [`等 ${diffs.length} 项`] : [];
  const about = reason ? [`原因：${reason}`] : [...changes, ...rest];
  return {
    ...{ id, at: occurredAt, by: actorName },
    text: (
      <>
        {actionName}
        {result === "REFUSED" && "（已拒绝）"}
        {about.length > 0 && <small>{about.join("；")}</small>}
      </>
    ),
  };
}
