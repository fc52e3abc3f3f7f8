import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { listQuery, pageOf, sortable } from "../paging.ts";
import { stateMachine } from "../record/states.ts";
import { withMeta } from "../value/field-meta.ts";
import { dayRange, done, idParams, moment, oneOf, recordIds, wholeNumber } from "../value/fields.ts";

export const taskKinds = { EXPORT: "导出", IMPORT: "导入", BATCH: "批量" } as const;

/** The life of background work that its owner sees (3.4). */
export const taskStates = stateMachine({
  code: "JOB",
  entity: "任务",
  initial: "QUEUED",
  states: {
    QUEUED: "排队中",
    RUNNING: "处理中",
    PAUSED: "已暂停",
    WAITING: "待审批",
    SUCCESS: "成功",
    PARTIAL: "部分成功",
    FAILED: "失败",
    CANCELED: "已取消",
    EXPIRED: "已过期",
  },
  moves: {
    start: { label: "开始", from: ["QUEUED"], to: "RUNNING" },
    loseLease: { label: "重新排队", from: ["RUNNING"], to: "QUEUED" },
    succeed: { label: "完成", from: ["RUNNING"], to: "SUCCESS" },
    succeedPartly: { label: "部分完成", from: ["RUNNING"], to: "PARTIAL" },
    fail: { label: "失败", from: ["QUEUED", "RUNNING"], to: "FAILED" },
    pause: { label: "暂停", from: ["QUEUED", "RUNNING"], to: "PAUSED" },
    resume: { label: "继续", from: ["PAUSED"], to: "QUEUED" },
    approve: { label: "审批通过", from: ["WAITING"], to: "QUEUED" },
    cancel: { label: "取消", from: ["QUEUED", "RUNNING", "PAUSED", "WAITING"], to: "CANCELED" },
    retry: { label: "重试", from: ["FAILED", "CANCELED"], to: "QUEUED" },
    expire: { label: "过期", from: ["SUCCESS", "PARTIAL", "FAILED", "CANCELED"], to: "EXPIRED" },
  },
});
export type TaskState = keyof typeof taskStates.states;

export const taskErrors = businessErrors("JOB", {
  finished: "任务已结束，无法取消",
  expired: "文件已过期，请重新导出",
  notRetryable: "导入任务不可重试，请重新上传",
  batchNotRetryable: "批量任务不可重试，请重新预览",
  notPausable: "只有批量任务可以暂停和继续",
  notRunning: "任务不在执行或排队，无法暂停",
  notPaused: "任务未暂停，无需继续",
  notFailed: "任务未失败，无需重试",
  running: "任务正在处理，请先取消",
  noFile: "该任务没有可下载的文件",
  sameRunning: "相同条件的任务正在进行中",
  rightsLost: "您已无该数据的导出权限",
  importRightsLost: "您已无该数据的导入权限",
  allFailed: "全部数据导入失败，请下载失败明细",
  allRefused: "全部数据未执行，请查看结果明细",
  tooManyRows: "导出数据超过{limit}行，请缩小查询范围",
  interrupted: "任务多次中断，请稍后重试",
});

export const Task = z
  .object({
    id: z.string(),
    taskNo: withMeta(z.string(), { label: "任务编号" }),
    kind: oneOf(taskKinds).meta({ label: "任务类型" }),
    bizType: z.string(),
    /** The name of the kind of data. */
    bizName: withMeta(z.string(), { label: "业务类型" }),
    fileName: withMeta(z.string(), { label: "文件名称" }),
    status: taskStates.schema,
    /** Null until the rows have been counted. */
    total: withMeta(z.int().nullable(), { label: "总数" }),
    done: z.int(),
    successCount: z.int(),
    failCount: z.int(),
    /** The number of imported rows without anything new. */
    skipCount: z.int(),
    /** The size of the result in bytes; null while there is none. */
    fileSize: withMeta(z.int().nullable(), { label: "文件大小" }),
    hasFailures: z.boolean(),
    /** A batch that can be taken back, as far as its rows still are as it left them. */
    undoable: z.boolean(),
    errorMsg: z.string().nullable(),
    ownerName: withMeta(z.string(), { label: "创建人" }),
    /** The filter in words, as it was when the task was submitted. */
    conditions: z.array(z.object({ label: z.string(), value: z.string() })),
    createdAt: moment.meta({ label: "创建时间" }),
    finishedAt: withMeta(moment.nullable(), { label: "完成时间" }),
    expiresAt: withMeta(moment.nullable(), { label: "过期时间" }),
    /** When its owner saw that it had finished. */
    readAt: moment.nullable(),
  })
  .meta({ named: "Task" });
export type Task = z.output<typeof Task>;

const taskQuery = listQuery.extend({
  taskNo: wholeNumber("任务编号").optional(),
  bizType: z.string().trim().max(60).optional().meta({ label: "业务类型" }),
  kind: oneOf(taskKinds).optional().meta({ label: "任务类型" }),
  status: taskStates.schema.optional(),
  createdAt: withMeta(dayRange.optional(), { label: "创建时间" }),
  ...sortable("createdAt"),
});

export const listTasks = endpoint({
  method: "GET",
  path: "/common/v1/excel/downloads",
  title: "我的任务",
  permission: "session",
  viewing: "own",
  query: taskQuery,
  answer: pageOf(Task),
});

/** It lists, it does not download (section 7). */
export const listAllTasks = endpoint({
  method: "GET",
  path: "/common/v1/excel/downloads/all",
  title: "全部任务",
  permission: "platform:task:list",
  requires: ["platform:job:list"],
  page: "/RightCenter/DownloadCenter",
  query: taskQuery.extend({ ownerName: z.string().trim().max(50).optional().meta({ label: "创建人" }) }),
  answer: pageOf(Task),
});

export const listTaskTypes = endpoint({
  method: "GET",
  path: "/common/v1/excel/downloads/types",
  title: "任务的业务类型",
  permission: "session",
  answer: z.array(z.object({ bizType: z.string(), bizName: z.string() })),
});

export const countUnreadTasks = endpoint({
  method: "GET",
  path: "/common/v1/excel/downloads/unread",
  title: "未查看的任务数",
  permission: "session",
  viewing: "own",
  answer: z.object({ count: z.int() }),
});

export const readTasks = endpoint({
  method: "POST",
  path: "/common/v1/excel/downloads/read",
  audit: "查看下载中心",
  permission: "session",
  answer: z.object({ read: z.int() }),
});

export const taskParts = ["result", "fail"] as const;

export const getTaskFile = endpoint({
  method: "GET",
  path: "/common/v1/excel/downloads/{id}/file",
  title: "下载任务文件",
  permission: "session",
  params: idParams,
  query: z.object({ part: z.enum(taskParts).default("result").meta({ label: "文件" }) }),
  downloads: true,
});

export const MOST_ZIPPED = 20;

export const getTaskFiles = endpoint({
  method: "GET",
  path: "/common/v1/excel/downloads/files",
  title: "批量下载任务文件",
  permission: "session",
  query: z.object({
    ids: recordIds(MOST_ZIPPED, `一次最多下载${MOST_ZIPPED}个文件`, "请选择要下载的任务").meta({ label: "任务" }),
  }),
  downloads: true,
});

export const cancelTask = endpoint({
  method: "POST",
  path: "/common/v1/excel/downloads/{id}/cancel",
  audit: "取消任务",
  permission: "session",
  params: idParams,
  answer: Task,
});

export const cancelAnyTask = endpoint({
  method: "POST",
  path: "/common/v1/excel/downloads/{id}/cancel-any",
  audit: "取消他人任务",
  permission: "platform:job:cancelAny",
  requires: ["platform:task:list"],
  page: "/RightCenter/DownloadCenter",
  params: idParams,
  answer: Task,
});

/** Pauses a batch after the rows in progress. It continues from there later. */
export const pauseTask = endpoint({
  method: "POST",
  path: "/common/v1/excel/downloads/{id}/pause",
  audit: "暂停任务",
  permission: "session",
  params: idParams,
  answer: Task,
});

export const resumeTask = endpoint({
  method: "POST",
  path: "/common/v1/excel/downloads/{id}/resume",
  audit: "继续任务",
  permission: "session",
  params: idParams,
  answer: Task,
});

export const retryTask = endpoint({
  method: "POST",
  path: "/common/v1/excel/downloads/{id}/retry",
  audit: "重试任务",
  permission: "session",
  params: idParams,
  answer: Task,
});

export const removeTask = endpoint({
  method: "DELETE",
  path: "/common/v1/excel/downloads/{id}",
  audit: "删除任务",
  permission: "session",
  params: idParams,
  answer: done,
});

export const clearExpiredTasks = endpoint({
  method: "POST",
  path: "/common/v1/excel/downloads/clear-expired",
  audit: "清除已过期任务",
  permission: "session",
  answer: z.object({ removed: z.int() }),
});
