import {
  type BackgroundJob,
  type Endpoint,
  jobStates,
  listJobs,
  listSchedules,
  retryJob,
  type ScheduleLine,
} from "@ops/platform/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Segmented, Table, type TableColumnType } from "antd";
import { useState } from "react";
import { useCall } from "../call/use-call.ts";
import { queryKeyOf, useEndpoint } from "../call/use-query.ts";
import { DotText } from "../dict/StateTag.tsx";
import type { Tone } from "../dict/tones.ts";
import { choicesOf } from "../form/choices.ts";
import type { PageAction } from "../list/actions.ts";
import type { Column } from "../list/columns.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { PagedTable } from "../list/PagedTable.tsx";
import { showTime } from "../list/show-value.ts";
import { usePaged } from "../list/use-paged.ts";

const REFRESH_MS = 10_000;
const views = [...choicesOf(jobStates), { value: "SCHEDULES", label: "定时任务" }];
const tones: Readonly<Record<BackgroundJob["state"], Tone>> = { RUNNING: "active", WAITING: "warn", FAILED: "bad" };
const nothing: Readonly<Record<string, string>> = {
  RUNNING: "没有执行中的任务",
  WAITING: "没有等待中的任务",
  FAILED: "没有失败的任务",
};

/** 后台任务: what the servers are doing, what waits, what failed, and what comes at set times. */
export function JobSettings() {
  const [view, setView] = useState("RUNNING");
  const refresh = useRefresh(listJobs, listSchedules);
  return (
    <div className="settings-list settings-jobs">
      <header>
        <Segmented options={views} value={view} onChange={setView} />
        <Button onClick={refresh}>刷新</Button>
      </header>
      {view === "SCHEDULES" ? <Schedules /> : <Jobs key={view} state={view} />}
    </div>
  );
}

function useRefresh(...endpoints: readonly Endpoint[]): () => void {
  const cache = useQueryClient();
  return () => {
    for (const endpoint of endpoints) void cache.invalidateQueries({ queryKey: queryKeyOf(endpoint) });
  };
}

const columns: readonly Column<typeof listJobs>[] = [
  {
    title: "任务",
    show: "title",
    as: ({ title, queue, key }) => <Named title={title} detail={detailOf(queue, key)} />,
  },
  {
    title: "状态",
    show: "state",
    width: 90,
    as: ({ state }) => <DotText tone={tones[state]} text={jobStates[state]} />,
  },
  { title: "次数", show: "tries", width: 70, align: "right", as: ({ tries, mostTries }) => `${tries} / ${mostTries}` },
  { title: "提交时间", show: "createdAt", width: 150, as: ({ createdAt }) => showTime(createdAt) },
  { title: "开始时间", show: "startedAt", width: 150, as: ({ startedAt }) => (startedAt ? showTime(startedAt) : "-") },
  { title: "下次执行", show: "nextRunAt", width: 150, as: ({ nextRunAt }) => (nextRunAt ? showTime(nextRunAt) : "-") },
  {
    title: "最近的错误",
    show: "lastError",
    width: 290,
    // the words of the error stand in the log, under this number
    as: ({ id, lastError }) => (lastError ? <Named title={lastError} detail={`编号：${id}`} /> : "-"),
  },
];

function Jobs({ state }: { readonly state: string }) {
  const jobs = usePaged(listJobs, { filters: { state }, pageSize: 20 });
  const retry = useCall(retryJob, { done: "已重新提交" });
  const actions: PageAction<BackgroundJob>[] = [
    {
      label: "重试",
      needs: retryJob,
      when: (job) => job.state === "FAILED",
      confirm: ({ title }) => `重新执行「${title}」？`,
      run: ({ id }) => retry.call({ params: { id } }),
    },
  ];
  return (
    <PagedTable
      of={jobs}
      columns={columns}
      rowActions={state === "FAILED" ? actions : []}
      empty={nothing[state] ?? ""}
      unit="个任务"
    />
  );
}

const scheduleColumns: TableColumnType<ScheduleLine>[] = [
  { title: "任务", key: "title", render: (_value, { title, name }) => <Named title={title} detail={name} /> },
  { title: "周期", dataIndex: "at", width: 110 },
  {
    title: "上次执行",
    key: "last",
    width: 150,
    render: (_value, { lastRunAt }) => (lastRunAt ? showTime(lastRunAt) : "-"),
  },
  {
    title: "结果",
    key: "result",
    width: 100,
    render: (_value, line) => {
      const { tone, text } = resultOf(line);
      return (
        <span title={line.lastError ?? ""}>
          <DotText tone={tone} text={text} />
        </span>
      );
    },
  },
  { title: "下次执行", key: "next", width: 150, render: (_value, { nextRunAt }) => showTime(nextRunAt) },
  { title: "节点", dataIndex: "node", width: 160, ellipsis: true, render: (node: string | null) => node ?? "-" },
];

function Schedules() {
  const answer = useEndpoint(listSchedules, {}, { silent: true, refetchInterval: REFRESH_MS });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table<ScheduleLine>
      rowKey="name"
      size="small"
      className="tabular"
      loading={answer.isPending}
      dataSource={answer.data ?? []}
      columns={scheduleColumns}
      pagination={false}
    />
  );
}

function resultOf({ lastRunAt, finishedAt, lastError }: ScheduleLine): { tone: Tone; text: string } {
  if (lastRunAt === null) return { tone: "off", text: "未执行" };
  if (finishedAt === null) return { tone: "active", text: jobStates.RUNNING };
  return lastError ? { tone: "bad", text: jobStates.FAILED } : { tone: "good", text: "成功" };
}

const detailOf = (queue: string, key: string | null) => [queue, key].filter(Boolean).join(" · ");

function Named({ title, detail }: { readonly title: string; readonly detail: string }) {
  return (
    <span className="settings-named" title={detail}>
      {title}
      {title !== detail && <small className="settings-hint">{detail}</small>}
    </span>
  );
}
