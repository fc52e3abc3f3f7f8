import * as contract from "@ops/platform/contract";
import { deliveriesSeen, listenersSeen, retryDelivery, skipDelivery } from "../events/seen.ts";
import { type Route, reads, writes } from "../http/route.ts";
import type { Listener } from "../module.ts";
import { retryTimer, skipTimer, timersSeen } from "../timer/seen.ts";
import type { TimerType } from "../timer/timer.ts";
import type { JobType, Schedule } from "./job.ts";
import type { JobQueue } from "./queue.ts";
import { jobsSeen, schedulesSeen } from "./seen.ts";

/** What operators see and do with background work. */
export interface WorkView {
  readonly queue: Pick<JobQueue, "retry">;
  readonly jobs: readonly JobType[];
  readonly schedules: readonly Schedule[];
  readonly listeners: readonly Listener[];
  readonly timers: readonly TimerType[];
}

export function jobRoutes({ queue, jobs, schedules, listeners, timers }: WorkView): Route[] {
  const titles = new Map(jobs.map(({ name, title = name }) => [name, title]));
  return [
    reads(contract.listJobs, (tx, { query }) => jobsSeen(tx, query, titles)),
    reads(contract.listSchedules, (tx) => schedulesSeen(tx, schedules)),
    writes(contract.retryJob, (tx, { params }) => queue.retry(tx, params.id)),
    reads(contract.listListeners, (tx) => listenersSeen(tx, listeners)),
    reads(contract.listDeliveries, (tx, { query }) => deliveriesSeen(tx, query, listeners)),
    writes(contract.retryDelivery, (tx, { params }) => retryDelivery(tx, params)),
    writes(contract.skipDelivery, (tx, { params, body }) =>
      skipDelivery(tx, params, { reason: body.reason, listeners }),
    ),
    reads(contract.listTimers, (tx, { query }) => timersSeen(tx, query, timers)),
    writes(contract.retryTimer, (tx, { params }) => retryTimer(tx, params)),
    writes(contract.skipTimer, (tx, { params, body }) => skipTimer(tx, params, { reason: body.reason, kinds: timers })),
  ];
}
