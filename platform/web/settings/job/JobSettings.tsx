import {
  type BackgroundJob,
  type Endpoint,
  jobStates,
  listDeliveries,
  listJobs,
  listListeners,
  listSchedules,
  listTimers,
  retryJob,
} from "@ops/platform/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { type ReactNode, useState } from "react";
import { useCall } from "../../call/use-call.ts";
import { queryKeyOf } from "../../call/use-query.ts";
import { DotText } from "../../dict/StateTag.tsx";
import type { Tone } from "../../dict/tones.ts";
import { choicesOf } from "../../form/input/choices.ts";
import type { PageAction } from "../../list/action/actions.ts";
import { columnsOf } from "../../list/column/columns-of.ts";
import { PagedTable } from "../../list/PagedTable.tsx";
import { usePaged } from "../../list/use-paged.ts";
import { Named } from "../Named.tsx";
import { JobDeliveries } from "./JobDeliveries.tsx";
import { JobSchedules } from "./JobSchedules.tsx";
import { JobTimers } from "./JobTimers.tsx";
import { REFRESH_MS } from "./refresh.ts";

const views = [
  ...choicesOf(jobStates),
  { value: "SCHEDULES", label: "定时任务" },
  { value: "TIMERS", label: "到时任务" },
  { value: "DELIVERIES", label: "事件投递" },
];
const tones: Readonly<Record<BackgroundJob["state"], Tone>> = { RUNNING: "active", WAITING: "warn", FAILED: "bad" };
const nothing: Readonly<Record<string, string>> = {
  RUNNING: "没有执行中的任务",
  WAITING: "没有等待中的任务",
  FAILED: "没有失败的任务",
};

/** 后台任务: running, waiting and failed jobs, schedules, timers and event listeners. */
export function JobSettings() {
  const [view, setView] = useState("RUNNING");
  const refresh = useRefresh(listJobs, listSchedules, listTimers, listDeliveries, listListeners);
  return (
    <div className="settings-list settings-jobs">
      <header>
        <Segmented options={views} value={view} onChange={setView} />
        <Button onClick={refresh}>刷新</Button>
      </header>
      {others[view] ?? <Jobs key={view} state={view} />}
    </div>
  );
}

/** Views that are no states of jobs. */
const others: Readonly<Record<string, ReactNode>> = {
  SCHEDULES: <JobSchedules />,
  TIMERS: <JobTimers />,
  DELIVERIES: <JobDeliveries />,
};

function useRefresh(...endpoints: readonly Endpoint[]): () => void {
  const cache = useQueryClient();
  return () => {
    for (const endpoint of endpoints) void cache.invalidateQueries({ queryKey: queryKeyOf(endpoint) });
  };
}

const columns = columnsOf(listJobs, {
  title: ({ title, queue, key }) => <Named title={title} detail={detailOf(queue, key)} />,
  state: { width: 90, as: ({ state }) => <DotText tone={tones[state]} text={jobStates[state]} /> },
  tries: { width: 70, as: ({ tries, mostTries }) => `${tries} / ${mostTries}` },
  createdAt: 150,
  startedAt: 150,
  nextRunAt: 150,
  lastError: {
    width: 290,
    // the text of the error is in the log under this number
    as: ({ id, lastError }) => (lastError ? <Named title={lastError} detail={`编号：${id}`} /> : "-"),
  },
});

function Jobs({ state }: { readonly state: string }) {
  const jobs = usePaged(listJobs, { filters: { state }, pageSize: 20, refetchInterval: REFRESH_MS });
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

const detailOf = (queue: string, key: string | null) => [queue, key].filter(Boolean).join(" · ");
