import {
  choicesOf,
  columnsOf,
  ExportButton,
  freshly,
  LatestTimeline,
  PagedTable,
  showTime,
  type TimelineEvent,
  tableColumnsOf,
  useEndpoint,
  usePaged,
} from "@ops/platform/web";
import {
  CarBlock,
  CarCondition,
  type CarDetail,
  type CarEvent,
  carEventSheet,
  carEventTypes,
  carSources,
  listCarEvents,
  listCarHolds,
} from "@ops/vehicle/contract";
import { Select, Table } from "antd";
import { useState } from "react";
import { listChangedFacts } from "./changed-facts.ts";

const look = { size: "small", className: "tabular", pagination: false } as const;

const holdColumns = tableColumnsOf(listCarHolds.answer.element, {
  seq: true,
  kind: true,
  refNo: true,
  startedAt: true,
  endedAt: ({ endedAt }) => (endedAt ? showTime(endedAt) : "占用中"),
  endReason: 110,
});

export function CarHolds({ vin }: { readonly vin: string }) {
  const { data, isPending } = useEndpoint(listCarHolds, { params: { vin } }, { silent: true });
  return (
    <Table
      {...look}
      rowKey="seq"
      loading={{ spinning: isPending, delay: 200 }}
      dataSource={data ?? []}
      columns={holdColumns}
      locale={{ emptyText: "没有占用记录" }}
    />
  );
}

const blockColumns = tableColumnsOf(CarBlock, { kind: true, reason: true, batchNo: 150, fromAt: true });
const conditionColumns = tableColumnsOf(CarCondition, {
  sourceNo: 150,
  level: true,
  text: true,
  state: true,
  notedAt: true,
});

/** Open blocks and damages of the car. Carriers do not see blocks. */
export function ConditionTables({ car }: { readonly car: CarDetail }) {
  return (
    <>
      {!car.isNarrowed && car.blocks.length > 0 && (
        <Table
          {...look}
          className="tabular car-blocks"
          rowKey="kind"
          dataSource={[...car.blocks]}
          columns={blockColumns}
        />
      )}
      <Table
        {...look}
        rowKey="sourceNo"
        dataSource={[...car.conditions]}
        columns={conditionColumns}
        locale={{ emptyText: "没有质损记录" }}
      />
    </>
  );
}

const eventColumns = columnsOf(listCarEvents, {
  no: 60,
  type: 100,
  source: true,
  occurredAt: true,
  after: {
    title: "内容",
    as: ({ after, applied, ignoreReason, note, via }) => (
      <span className={applied ? "car-changes" : "car-ignored"} title={JSON.stringify(after)}>
        {!applied && `未应用：${ignoreReason} `}
        {via === "INFERRED" && "（推断）"}
        {[note, ...listChangedFacts(after)].filter(Boolean).join(" · ")}
      </span>
    ),
  },
  byName: 100,
});

const eventNames: ReadonlyMap<string, string> = new Map(Object.entries(carEventTypes));

/** The latest events of the car, beside its facts. */
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
        <small>{[note, ...listChangedFacts(after)].filter(Boolean).join(" · ")}</small>
      </>
    ),
  };
}

/** 事件流: reports that were not applied are grey and show the reason. */
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
