import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { listQuery, pageOf } from "../paging.ts";
import { withMeta } from "../value/field-meta.ts";
import { day, done, idParams, moment, oneOf } from "../value/fields.ts";

/** Background work as operators see it. Finished work is not listed, and payloads are never shown. */
export const jobStates = { RUNNING: "执行中", WAITING: "等待中", FAILED: "失败" } as const;
const jobState = oneOf(jobStates).meta({ label: "状态" });
export type JobState = z.output<typeof jobState>;

export const BackgroundJob = z.object({
  id: z.string(),
  /** `authority.offboard` */
  queue: z.string(),
  title: withMeta(z.string(), { label: "任务" }),
  state: jobState,
  /** The subject of the work, usually the id of a record; null if each piece of work stands alone. */
  key: z.string().nullable(),
  tries: withMeta(z.int(), { label: "次数" }),
  mostTries: z.int(),
  createdAt: moment.meta({ label: "提交时间" }),
  startedAt: withMeta(moment.nullable(), { label: "开始时间" }),
  /** The time of the next try, for waiting work. */
  nextRunAt: withMeta(moment.nullable(), { label: "下次执行" }),
  lastError: withMeta(z.string().nullable(), { label: "最近的错误" }),
});
export type BackgroundJob = z.output<typeof BackgroundJob>;

export const listJobs = endpoint({
  method: "GET",
  path: "/common/v1/jobs",
  title: "后台任务列表",
  permission: "platform:job:list",
  query: listQuery.extend({
    state: jobState.optional(),
    queue: z.string().trim().max(100).optional().meta({ label: "队列" }),
  }),
  answer: pageOf(BackgroundJob),
});

export const ScheduleLine = z.object({
  name: z.string(),
  title: withMeta(z.string(), { label: "任务" }),
  /** 每分钟, 每天 03:00; in the time of Shanghai. */
  at: withMeta(z.string(), { label: "周期" }),
  lastRunAt: withMeta(moment.nullable(), { label: "上次执行" }),
  /** Null while it is running, and before its first run. */
  finishedAt: withMeta(moment.nullable(), { label: "结果" }),
  nextRunAt: moment.meta({ label: "下次执行" }),
  /** The server that ran it last. */
  node: withMeta(z.string().nullable(), { label: "节点" }),
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

/** Tries work again that has failed finally. */
export const retryJob = endpoint({
  method: "POST",
  path: "/common/v1/jobs/{id}/retry",
  audit: "重试后台任务",
  permission: "platform:job:retry",
  params: idParams,
  answer: done,
});

/** Counts the day figures of modules again, for a day that was corrected later than the nights do by themselves. */
export const rebuildFigures = endpoint({
  method: "POST",
  path: "/common/v1/figures/rebuild",
  audit: "重算单日指标",
  permission: "platform:job:retry",
  body: z.object({ day: day.meta({ label: "日期" }) }),
  answer: done,
});

export const jobErrors = businessErrors("JOB", {
  notFailed: "只有失败的任务可以重试，请刷新后查看",
  alreadyWaiting: "相同的任务正在等待或执行中，无需重试",
});
