import { listJobs, listSchedules, retryJob } from "@ops/platform/contract";
import { type Route, reads, writes } from "../http/route.ts";
import type { JobType, Schedule } from "./job.ts";
import type { JobQueue } from "./queue.ts";
import { jobsSeen, schedulesSeen } from "./seen.ts";

/** What the operator sees and does of background work. */
export interface WorkView {
  readonly queue: Pick<JobQueue, "retry">;
  readonly jobs: readonly JobType[];
  readonly schedules: readonly Schedule[];
}

export function jobRoutes({ queue, jobs, schedules }: WorkView): Route[] {
  const titles = new Map(jobs.map(({ name, title = name }) => [name, title]));
  return [
    reads(listJobs, (tx, { query }) => jobsSeen(tx, query, titles)),
    reads(listSchedules, (tx) => schedulesSeen(tx, schedules)),
    writes(retryJob, (tx, { params }) => queue.retry(tx, params.id)),
  ];
}
