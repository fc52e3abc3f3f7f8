import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { businessErrors } from "./errors.ts";
import { done, idParams, moment } from "./fields.ts";
import { listQuery, pageOf } from "./paging.ts";

/** Background work as an operator sees it. What is done drops out; payloads are never shown. */
export const jobStates = { RUNNING: "执行中", WAITING: "等待中", FAILED: "失败" } as const;
const jobState = z.enum(["RUNNING", "WAITING", "FAILED"]);
export type JobState = z.output<typeof jobState>;

export const BackgroundJob = z.object({
  id: z.string(),
  /** `authority.offboard` */
  queue: z.string(),
  title: z.string(),
  state: jobState,
  /** What it is about: usually the id of a record; null where each is its own. */
  key: z.string().nullable(),
  tries: z.int(),
  mostTries: z.int(),
  createdAt: moment,
  startedAt: moment.nullable(),
  /** When it will be tried, or tried again; only of what waits. */
  nextRunAt: moment.nullable(),
  lastError: z.string().nullable(),
});
export type BackgroundJob = z.output<typeof BackgroundJob>;

export const listJobs = endpoint({
  method: "GET",
  path: "/common/v1/jobs",
  title: "后台任务列表",
  permission: "platform:job:list",
  query: listQuery.extend({ state: jobState.optional(), queue: z.string().trim().max(100).optional() }),
  answer: pageOf(BackgroundJob),
});

export const ScheduleLine = z.object({
  name: z.string(),
  title: z.string(),
  /** 每分钟, 每天 03:00; in the time of Shanghai. */
  at: z.string(),
  lastRunAt: moment.nullable(),
  /** Null while it is running, and before its first run. */
  finishedAt: moment.nullable(),
  nextRunAt: moment,
  /** The server that ran it last. */
  node: z.string().nullable(),
  lastError: z.string().nullable(),
});
export type ScheduleLine = z.output<typeof ScheduleLine>;

export const listSchedules = endpoint({
  method: "GET",
  path: "/common/v1/jobs/schedules",
  title: "定时任务列表",
  permission: "platform:job:list",
  answer: z.array(ScheduleLine),
});

/** What failed for good is tried once more. */
export const retryJob = endpoint({
  method: "POST",
  path: "/common/v1/jobs/{id}/retry",
  audit: "重试后台任务",
  permission: "platform:job:retry",
  params: idParams,
  answer: done,
});

export const jobErrors = businessErrors("JOB", {
  notFailed: "只有失败的任务可以重试，请刷新后查看",
  alreadyWaiting: "相同的任务正在等待或执行中，无需重试",
});
