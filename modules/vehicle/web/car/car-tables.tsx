import {
  type Column,
  choicesOf,
  ExportButton,
  freshly,
  LatestTimeline,
  PagedTable,
  showTime,
  type TimelineEvent,
  useEndpoint,
  usePaged,
} from "@ops/platform/web";
import {
  type CarDetail,
  type CarEvent,
  carEventSheet,
  carEventTypes,
  carSources,
  conditionStates,
  damageLevels,
  holdKinds,
  listCarEvents,
  listCarHolds,
} from "@ops/vehicle/contract";
import { Select, Table } from "antd";
import { useState } from "react";
import { changedFacts } from "./changed-facts.ts";

const look = { size: "small", className: "tabular", pagination: false } as const;

export function CarHolds({ vin }: { readonly vin: string }) {
  const { data, isPending } = useEndpoint(listCarHolds, { params: { vin } }, { silent: true });
  return (
    <Table
      {...look}
      rowKey="seq"
      loading={{ spinning: isPending, delay: 200 }}
      dataSource={data ?? []}
      columns={[
        { title: "序号", dataIndex: "seq", width: 70, align: "right" },
        { title: "占用", key: "kind", width: 90, render: (_value, { kind }) => holdKinds[kind] },
        { title: "单号", dataIndex: "refNo" },
        { title: "开始", key: "from", width: 160, render: (_value, { startedAt }) => showTime(startedAt) },
        {
          title: "结束",
          key: "until",
          width: 160,
          render: (_value, { endedAt }) => (endedAt ? showTime(endedAt) : "占用中"),
        },
        { title: "结束原因", key: "reason", width: 110, render: (_value, { endReason }) => endReason || "-" },
      ]}
      locale={{ emptyText: "没有占用记录" }}
    />
  );
}

export function ConditionTable({ car }: { readonly car: CarDetail }) {
  return (
    <Table<CarDetail["conditions"][number]>
      {...look}
      rowKey="sourceNo"
      dataSource={[...car.conditions]}
      columns={[
        { title: "单号", dataIndex: "sourceNo", width: 150 },
        { title: "等级", key: "level", width: 80, render: (_value, { level }) => damageLevels[level] },
        { title: "描述", dataIndex: "text" },
        { title: "状态", key: "state", width: 90, render: (_value, { state }) => conditionStates[state] },
        { title: "时间", key: "at", width: 160, render: (_value, { notedAt }) => showTime(notedAt) },
      ]}
      locale={{ emptyText: "没有质损记录" }}
    />
  );
}

const eventColumns: readonly Column<typeof listCarEvents>[] = [
  { show: "no", width: 60, align: "right" },
  { show: "type", width: 100 },
  { show: "source", width: 80 },
  { show: "occurredAt", width: 155 },
  {
    title: "内容",
    show: "after",
    as: ({ after, applied, ignoreReason, note, via }) => (
      <span className={applied ? "car-changes" : "car-ignored"} title={JSON.stringify(after)}>
        {!applied && `未应用：${ignoreReason} `}
        {via === "INFERRED" && "（推断）"}
        {[note, ...changedFacts(after)].filter(Boolean).join(" · ")}
      </span>
    ),
  },
  { show: "byName", width: 100 },
];

const eventNames: ReadonlyMap<string, string> = new Map(Object.entries(carEventTypes));

/** What happened to the car last, beside its facts. */
export function LatestCarEvents({ vin }: { readonly vin: string }) {
  const input = { params: { vin }, query: { pageNo: 1, pageSize: 8 } };
  const answer = useEndpoint(listCarEvents, input, freshly);
  return <LatestTimeline answer={answer} eventsOf={({ list }) => list.map(timelineEvent)} />;
}

function timelineEvent({ id, occurredAt, byName, type, applied, after, note }: CarEvent): TimelineEvent {
  return {
    id,
    at: showTime(occurredAt),
    by: byName,
    text: (
      <>
        {eventNames.get(type) ?? type}
        {!applied && "（未应用）"}
        <small>{[note, ...changedFacts(after)].filter(Boolean).join(" · ")}</small>
      </>
    ),
  };
}

/** 事件流: what was not applied stands grey with the reason. */
export function CarEvents({ vin }: { readonly vin: string }) {
  const [source, setSource] = useState<string>();
  const paged = usePaged(listCarEvents, { params: { vin }, filters: { source }, pageSize: 20 });
  return (
    <>
      <div className="car-event-tools">
        <Select
          allowClear
          aria-label="来源"
          placeholder="全部来源"
          options={[...choicesOf(carSources)]}
          value={source ?? null}
          onChange={(value: string | null) => setSource(value ?? undefined)}
        />
        <ExportButton sheet={carEventSheet} query={{ vins: vin, ...(source ? { source } : {}) }} />
      </div>
      <PagedTable of={paged} columns={eventColumns} empty="没有事件" unit="个事件" />
    </>
  );
}
