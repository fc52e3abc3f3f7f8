import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { listQuery, pageOf } from "../paging.ts";
import { withMeta } from "../value/field-meta.ts";
import { done, flag, idParams, keyword, moment, oneOf, reason } from "../value/fields.ts";

/** The states of a call to an outside system (PF-R120). */
export const outsideStates = {
  WAITING: "待发送",
  CALLING: "发送中",
  ASKING: "待查询结果",
  ANSWERED: "待处理应答",
  DONE: "已完成",
  FAILED: "失败",
  HANDLED: "已处理",
} as const;
export type OutsideState = keyof typeof outsideStates;

/** Why a call has failed finally. */
export const outsideFailures = {
  REFUSED: "对方拒绝",
  ABSENT: "对方未收到",
  UNSURE: "结果不明",
  GIVEN_UP: "多次未送达",
  WITHDRAWN: "不再需要",
} as const;
export type OutsideFailure = keyof typeof outsideFailures;

/** A call as operators see it. Request and answer may name people and stay sealed. */
export const OutsideCall = z.object({
  id: z.string(),
  /** `order.refund` */
  port: withMeta(z.string(), { label: "端口" }),
  title: z.string(),
  key: withMeta(z.string(), { label: "业务编号" }),
  state: oneOf(outsideStates).meta({ label: "状态" }),
  failure: oneOf(outsideFailures).nullable().meta({ label: "失败原因" }),
  tries: withMeta(z.int(), { label: "次数" }),
  createdAt: moment.meta({ label: "提交时间" }),
  sentAt: withMeta(moment.nullable(), { label: "发送时间" }),
  /** The time of the next step; null once the call has ended. */
  dueAt: withMeta(moment.nullable(), { label: "下次执行" }),
  lastError: withMeta(z.string().nullable(), { label: "最近的错误" }),
  /** What the other side says while it works on the call, which is no error. */
  progress: withMeta(z.string().nullable(), { label: "对方进度" }),
  /** Whether these two may be done now. */
  mayRetry: z.boolean(),
  mayHandle: z.boolean(),
});
export type OutsideCall = z.output<typeof OutsideCall>;

export const listOutsideCalls = endpoint({
  method: "GET",
  path: "/common/v1/outside-calls",
  title: "外部调用列表",
  permission: "platform:outsideCall:list",
  query: listQuery.extend({
    port: z.string().trim().max(100).optional().meta({ label: "端口" }),
    state: oneOf(outsideStates, "请选择状态").optional().meta({ label: "状态" }),
    /** Filters calls that have failed or keep failing, and that nobody has handled yet. */
    troubled: flag.optional().meta({ label: "失败与出错" }),
    keyword: keyword("业务编号"),
  }),
  answer: pageOf(OutsideCall),
});

export const OutsidePort = z.object({ port: z.string(), title: z.string(), open: z.int(), troubled: z.int() });
export type OutsidePort = z.output<typeof OutsidePort>;

export const listOutsidePorts = endpoint({
  method: "GET",
  path: "/common/v1/outside-calls/ports",
  title: "外部端口列表",
  permission: "platform:outsideCall:list",
  answer: z.array(OutsidePort),
});

/** Processes a call now: a waiting one is tried, and one with an unknown outcome is queried. Nothing is sent twice. */
export const retryOutsideCall = endpoint({
  method: "POST",
  path: "/common/v1/outside-calls/{id}/retry",
  audit: "重试外部调用",
  permission: "platform:outsideCall:handle",
  params: idParams,
  answer: done,
});

/** Marks a call that was handled elsewhere. It is neither tried again nor counted as failing. */
export const handleOutsideCall = endpoint({
  method: "POST",
  path: "/common/v1/outside-calls/{id}/handle",
  audit: "标记外部调用已处理",
  permission: "platform:outsideCall:handle",
  params: idParams,
  body: z.object({ reason }),
  answer: done,
});

export const outsideErrors = businessErrors("OUTSIDE", {
  notRetryable: "该调用正在进行或已经结束，不能重试，请在业务页面重新发起",
  notTroubled: "只有失败或出错的调用可以标记为已处理",
  answered: "对方已有应答，只是尚未处理成功，请重试",
});
