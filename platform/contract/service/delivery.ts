import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { listQuery, pageOf } from "../paging.ts";
import { withMeta } from "../value/field-meta.ts";
import { done, moment, reason } from "../value/fields.ts";

/** Whether no module of this release declares it any more, so that nothing will happen by itself. */
const isRetired = z.boolean();

/** A listener of events as operators see it, with the events that it has not got yet (PF-R108). */
export const ListenerLine = z.object({
  /** `authority.tellAuditBroken` */
  listener: withMeta(z.string(), { label: "监听代码" }),
  title: withMeta(z.string(), { label: "监听" }),
  event: withMeta(z.string(), { label: "事件" }),
  waiting: withMeta(z.int(), { label: "等待" }),
  failing: withMeta(z.int(), { label: "失败" }),
  /** The time of the oldest waiting event. */
  oldestAt: withMeta(moment.nullable(), { label: "最早等待" }),
  isRetired,
});
export type ListenerLine = z.output<typeof ListenerLine>;

export const listListeners = endpoint({
  method: "GET",
  path: "/common/v1/jobs/listeners",
  title: "事件监听列表",
  permission: "platform:job:list",
  answer: z.array(ListenerLine),
});

/** A delivery that has failed at least once, or that nobody listens to any more. Later events of the same record wait for it. */
export const FailingDelivery = z.object({
  /** Listener and event. */
  id: z.string(),
  listener: withMeta(z.string(), { label: "监听代码" }),
  title: withMeta(z.string(), { label: "监听" }),
  eventId: withMeta(z.string(), { label: "编号" }),
  event: withMeta(z.string(), { label: "事件" }),
  /** The record that it speaks of. */
  key: withMeta(z.string(), { label: "业务标识" }),
  tries: withMeta(z.int(), { label: "次数" }),
  /** The number of later events of the same record. */
  held: withMeta(z.int(), { label: "其后等待" }),
  toldAt: moment.meta({ label: "发生时间" }),
  nextRunAt: withMeta(moment.nullable(), { label: "下次执行" }),
  lastError: withMeta(z.string().nullable(), { label: "最近的错误" }),
  isRetired,
});
export type FailingDelivery = z.output<typeof FailingDelivery>;

const listener = z.string("监听不正确").trim().min(1, "监听不正确").max(100, "监听不正确").meta({ label: "监听" });

export const listDeliveries = endpoint({
  method: "GET",
  path: "/common/v1/jobs/deliveries",
  title: "失败的事件投递列表",
  permission: "platform:job:list",
  query: listQuery.extend({ listener: listener.optional() }),
  answer: pageOf(FailingDelivery),
});

const oneDelivery = z.object({
  listener,
  eventId: z
    .string("编号不正确")
    .regex(/^\d{1,15}$/, "编号不正确")
    .meta({ label: "编号" }),
});

export const retryDelivery = endpoint({
  method: "POST",
  path: "/common/v1/jobs/deliveries/{listener}/{eventId}/retry",
  audit: "重试事件投递",
  permission: "platform:job:retry",
  params: oneDelivery,
  answer: done,
});

/** Skips an event, which the listener never gets. The events that waited for it come next. */
export const skipDelivery = endpoint({
  method: "POST",
  path: "/common/v1/jobs/deliveries/{listener}/{eventId}/skip",
  audit: "跳过事件投递",
  permission: "platform:job:skip",
  risk: "HIGH",
  params: oneDelivery,
  body: z.object({ reason }),
  answer: done,
});

/** A timer that waits for its time, or for its next try (PF-R110). */
export const TimerLine = z.object({
  /** Kind and key. */
  id: z.string(),
  kind: withMeta(z.string(), { label: "类型" }),
  title: withMeta(z.string(), { label: "任务" }),
  key: withMeta(z.string(), { label: "业务标识" }),
  dueAt: moment.meta({ label: "应执行时间" }),
  tries: withMeta(z.int(), { label: "次数" }),
  nextRunAt: moment.meta({ label: "下次执行" }),
  lastError: withMeta(z.string().nullable(), { label: "最近的错误" }),
  isRetired,
});
export type TimerLine = z.output<typeof TimerLine>;

export const listTimers = endpoint({
  method: "GET",
  path: "/common/v1/jobs/timers",
  title: "到时任务列表",
  permission: "platform:job:list",
  query: listQuery.extend({ state: z.enum(["WAITING", "FAILING"], "状态不正确").meta({ label: "状态" }).optional() }),
  answer: pageOf(TimerLine),
});

const oneTimer = z.object({
  kind: z.string("类型不正确").trim().min(1, "类型不正确").max(100, "类型不正确").meta({ label: "类型" }),
  key: z
    .string("业务标识不正确")
    .trim()
    .min(1, "业务标识不正确")
    .max(200, "业务标识不正确")
    .meta({ label: "业务标识" }),
});

export const retryTimer = endpoint({
  method: "POST",
  path: "/common/v1/jobs/timers/{kind}/{key}/retry",
  audit: "重试到时任务",
  permission: "platform:job:retry",
  params: oneTimer,
  answer: done,
});

/** Removes a timer of a kind that no module declares any more. Others fire or are taken back by their module. */
export const skipTimer = endpoint({
  method: "POST",
  path: "/common/v1/jobs/timers/{kind}/{key}/skip",
  audit: "移除到时任务",
  permission: "platform:job:skip",
  risk: "HIGH",
  params: oneTimer,
  body: z.object({ reason }),
  answer: done,
});
