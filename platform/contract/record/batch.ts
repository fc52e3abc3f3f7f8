import { z } from "zod";
import { type Access, endpoint, type Risk, type WriteEndpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { listQuery, pageOf } from "../paging.ts";
import { Task } from "../service/task.ts";
import { withMeta } from "../value/field-meta.ts";
import { idParams, oneOf, reason, recordId } from "../value/fields.ts";
import type { ImportKind } from "./import.ts";

export const planErrors = businessErrors("PLAN", {
  noRows: "没有符合条件的数据",
  noneReady: "没有可执行的数据，请调整后重新预览",
  tooMany: "单次最多操作{n}{unit}",
  waiting: "您已有一个批量操作在预览，请稍后再试",
  unknownNumber: "未找到该编号，或无权操作",
  changed: "数据已变化，未执行",
  rightsLost: "您已无该批量操作的权限",
  notBatch: "该任务不是批量操作",
  notUndoable: "该批量操作不能撤销",
  nothingToUndo: "没有可撤销的数据",
  declined: "审批未通过，未执行",
});

/** The facts of a record that a batch changes, in words. */
const facts = z.record(z.string(), z.string());

export const batchRowStates = { PLANNED: "待执行", DONE: "已执行", REFUSED: "未执行" } as const;

/** One record of a batch. Records that the caller may not see have no name. */
export const BatchRow = z.object({
  /** Its place in the plan. */
  id: z.string(),
  recordId: z.string().nullable(),
  label: withMeta(z.string(), { label: "对象" }),
  state: oneOf(batchRowStates).meta({ label: "结果" }),
  before: withMeta(facts.nullable(), { label: "执行前" }),
  after: withMeta(facts.nullable(), { label: "执行后" }),
  reason: withMeta(z.string().nullable(), { label: "原因" }),
});
export type BatchRow = z.output<typeof BatchRow>;

/** What would happen now. The hash is sent back to execute exactly this plan (PF-R119). */
export const BatchPlan = z.object({
  planHash: z.string(),
  total: z.int(),
  ready: z.int(),
  refused: z.int(),
  /** The first hundred. */
  rows: z.array(BatchRow),
  reasons: z.array(
    z.object({
      reason: withMeta(z.string(), { label: "原因" }),
      count: withMeta(z.int(), { label: "数量" }),
      /** The first of them by name. */
      labels: withMeta(z.array(z.string()), { label: "对象" }),
    }),
  ),
});
export type BatchPlan = z.output<typeof BatchPlan>;

const planHash = z
  .string("请先预览")
  .regex(/^[A-Za-z0-9_-]{43}$/, "请先预览")
  .meta({ label: "预览编号" });

interface Declared<P extends Access, S extends z.ZodRawShape> {
  /** A unique name such as `authority.userDisable`. */
  readonly key: `${string}.${string}`;
  /** As the log and the list of tasks call it: 批量停用账号. */
  readonly name: string;
  /** The path of the call that runs the batch. The path of the preview lies below it. */
  readonly path: `/${string}`;
  readonly permission: P;
  readonly page: `/${string}`;
  readonly risk?: Risk;
  /** The unit of the rows, such as 人 or 辆. */
  readonly unit: string;
  readonly mostRows: number;
  /** The input besides the rows and the reason. */
  readonly values: S;
}

/** The rows of a batch come from one of four places (PF-R119). */
function rowsShape({ unit, mostRows }: { readonly unit: string; readonly mostRows: number }) {
  const tooMany = planErrors.tooMany({ n: mostRows, unit }).message;
  return {
    ids: z
      .array(recordId)
      .min(1, "请选择要操作的数据")
      .max(mostRows, tooMany)
      .refine((ids) => new Set(ids).size === ids.length, "选择的数据不能重复")
      .optional()
      .meta({ label: "选中的数据" }),
    filter: z
      .record(z.string().max(60), z.string().max(500))
      .optional()
      .meta({ label: "筛选条件", examples: [{ keyword: "张三丰" }] }),
    numbers: z
      .array(z.string().trim().min(1, "编号不能为空").max(60, "编号过长"))
      .min(1, "请输入编号")
      .max(mostRows, tooMany)
      .optional()
      .meta({ label: "编号" }),
    fileId: recordId.optional().meta({ label: "上传的表格" }),
  };
}
export type BatchRows = z.output<z.ZodObject<ReturnType<typeof rowsShape>>>;

const fromOnePlace = (body: object) => {
  const { ids, filter, numbers, fileId } = body as BatchRows;
  return [ids, filter, numbers, fileId].filter((one) => one !== undefined).length === 1;
};

type BodyLike<T> = z.ZodObject & z.ZodType<T>;

/** A batch without the type of its further input. */
export interface BatchKind<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly mostRows: number;
  readonly values: z.ZodObject<S>;
  readonly preview: WriteEndpoint & { readonly body: BodyLike<BatchRows>; readonly answer: typeof BatchPlan };
  readonly run: WriteEndpoint & {
    readonly body: BodyLike<BatchRows & { reason: string; planHash: string }>;
    readonly answer: typeof Task;
  };
}

/** One action on many records: a preview by the rules of the action itself, then a task (PF-R119). */
export function batchCalls<const P extends Access, const S extends z.ZodRawShape>(declared: Declared<P, S>) {
  const { key, name, path, permission, page, unit, mostRows, risk } = declared;
  const rows = rowsShape(declared);
  const onePlace = { error: "请选择要操作的数据", path: ["ids"] };
  const around = { permission, page, ...(risk ? { risk } : {}) };
  return {
    key,
    name,
    unit,
    mostRows,
    values: z.object(declared.values),
    preview: endpoint({
      method: "POST",
      path: `${path}/preview`,
      audit: `${name}预览`,
      ...around,
      body: z.object({ ...rows, ...declared.values }).refine(fromOnePlace, onePlace),
      answer: BatchPlan,
    }),
    run: endpoint({
      method: "POST",
      path,
      audit: name,
      ...around,
      body: z.object({ ...rows, ...declared.values, reason, planHash }).refine(fromOnePlace, onePlace),
      answer: Task,
    }),
  };
}

/** The filled-in sheet whose first column names the rows of a batch. */
export const batchNumbers: ImportKind = {
  key: "platform.batchNumbers",
  name: "批量操作编号",
  permission: "platform:batch:none",
  version: 1,
  columns: [{ key: "number", title: "编号", required: true, max: 60 }],
};

export const getBatchTemplate = endpoint({
  method: "GET",
  path: "/common/v1/batches/template",
  title: "批量操作编号模板",
  permission: "session",
  downloads: true,
});

/** What became of each record, also while the batch runs. */
export const listBatchRows = endpoint({
  method: "GET",
  path: "/common/v1/batches/{id}/rows",
  title: "批量操作明细",
  permission: "session",
  params: idParams,
  query: listQuery.extend({ state: oneOf(batchRowStates).optional().meta({ label: "结果" }) }),
  answer: pageOf(BatchRow),
});

/** Needs the code of the batch that is taken back. */
export const previewUndo = endpoint({
  method: "POST",
  path: "/common/v1/batches/{id}/undo/preview",
  audit: "撤销批量操作预览",
  permission: "session",
  params: idParams,
  answer: BatchPlan,
});

export const runUndo = endpoint({
  method: "POST",
  path: "/common/v1/batches/{id}/undo",
  audit: "撤销批量操作",
  permission: "session",
  params: idParams,
  body: z.object({ reason, planHash }),
  answer: Task,
});
