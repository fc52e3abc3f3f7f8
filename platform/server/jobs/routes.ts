import * as contract from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import { deliveriesSeen, listenersSeen, retryDelivery, skipDelivery } from "../events/seen.ts";
import { type Route, reads, writes } from "../http/route.ts";
import type { Listener } from "../module.ts";
import { retryTimer, skipTimer, timersSeen } from "../timer/seen.ts";
import type { TimerType } from "../timer/timer.ts";
import type { DeclaredWork } from "./declared-work.ts";
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
  readonly declared: Pick<DeclaredWork, "namesOfOthers">;
}

export function jobRoutes({ queue, jobs, schedules, listeners, timers, declared }: WorkView): Route[] {
  const titles = new Map(jobs.map(({ name, title = name }) => [name, title]));
  const knownListeners = async (tx: Tx) => ({ listeners, ofOthers: await declared.namesOfOthers(tx, "LISTENER") });
  const knownTimers = async (tx: Tx) => ({ kinds: timers, ofOthers: await declared.namesOfOthers(tx, "TIMER") });
  return [
    reads(contract.listJobs, (tx, { query }) => jobsSeen(tx, query, titles)),
    reads(contract.listSchedules, (tx) => schedulesSeen(tx, schedules)),
    writes(contract.retryJob, (tx, { params }) => queue.retry(tx, params.id)),
    reads(contract.listListeners, async (tx) => listenersSeen(tx, await knownListeners(tx))),
    reads(contract.listDeliveries, async (tx, { query }) => deliveriesSeen(tx, query, await knownListeners(tx))),
    writes(contract.retryDelivery, (tx, { params }) => retryDelivery(tx, params)),
    writes(contract.skipDelivery, async (tx, { params, body }) =>
      skipDelivery(tx, params, { reason: body.reason, known: await knownListeners(tx) }),
    ),
    reads(contract.listTimers, async (tx, { query }) => timersSeen(tx, query, await knownTimers(tx))),
    writes(contract.retryTimer, (tx, { params }) => retryTimer(tx, params)),
    writes(contract.skipTimer, async (tx, { params, body }) =>
      skipTimer(tx, params, { reason: body.reason, known: await knownTimers(tx) }),
    ),
  ];
}
