import { createdAt, moment, oneOf, recordId, StoredFile, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { suspensionKinds, suspensionStates } from "./states.ts";

/** How old a preview may be when somebody decides on it, and how much its counts may have changed meanwhile. */
export const PREVIEW_MINUTES = 15;
export const PREVIEW_DRIFT = 0.05;

const Choice = z.object({
  action: z.string(),
  label: z.string(),
  /** Possible receivers; null if the action needs none. */
  receivers: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
});

/** A kind of records that the partner has, with the possible actions (PT-R7). */
export const CascadeChoice = z.object({
  kind: z.string(),
  label: withMeta(z.string(), { label: "影响对象" }),
  count: withMeta(z.int(), { label: "数量" }),
  /** The names of the first few records. */
  sample: z.array(z.string()).meta({ label: "示例" }),
  actions: z.array(Choice).meta({ label: "处理" }),
  defaultAction: z.string(),
  /** The list behind the number, with the filters that show exactly these records. */
  listed: z.object({ route: z.string(), filters: z.record(z.string(), z.string()) }).nullable(),
});
export type CascadeChoice = z.output<typeof CascadeChoice>;

export const cascadePlan = z
  .array(
    z.strictObject({
      kind: z.string().min(1).max(60),
      action: z.string().min(1).max(40),
      receiverId: recordId.nullable(),
    }),
  )
  .max(50)
  .meta({ label: "处理方案" });
export type CascadePlan = z.output<typeof cascadePlan>;

export const evidence = z.array(recordId).max(10, "凭证最多10个").meta({ label: "凭证" });

const PlanLine = z.object({
  kind: z.string(),
  label: withMeta(z.string(), { label: "影响对象" }),
  /** The count in the preview. */
  seen: withMeta(z.int(), { label: "预览" }),
  action: z.string(),
  actionLabel: withMeta(z.string(), { label: "处理" }),
  receiverName: withMeta(z.string().nullable(), { label: "接收方" }),
  /** The result, once the plan was carried out. */
  all: z.int(),
  done: withMeta(z.int(), { label: "已处理" }),
  failed: withMeta(z.int(), { label: "失败" }),
  restored: withMeta(z.int(), { label: "已恢复" }),
  kept: withMeta(z.int(), { label: "未恢复" }),
});

export const SuspensionShape = shape("partnerSuspension", "暂停单", {
  partnerId: recordId,
  kind: oneOf(suspensionKinds).meta({ label: "类型" }),
  reason: withMeta(z.string(), { label: "原因" }),
  state: suspensionStates.schema,
  stateReason: withMeta(z.string().nullable(), { label: "驳回原因" }),
});

export const Suspension = SuspensionShape.answer({
  partnerName: z.string(),
  /** True for a draft that waits for the second person. */
  isSubmitted: z.boolean(),
  /** True if the reader handed it in, so that somebody else has to confirm it. */
  isMine: z.boolean(),
  submittedByName: withMeta(z.string().nullable(), { label: "提交人" }),
  submittedAt: withMeta(moment.nullable(), { label: "提交时间" }),
  confirmedByName: withMeta(z.string().nullable(), { label: "复核人" }),
  previewedAt: withMeta(moment.nullable(), { label: "预览时间" }),
  effectiveAt: withMeta(moment.nullable(), { label: "生效时间" }),
  finishedAt: withMeta(moment.nullable(), { label: "完成时间" }),
  undoneByName: withMeta(z.string().nullable(), { label: "恢复人" }),
  undoneAt: withMeta(moment.nullable(), { label: "恢复时间" }),
  items: z.object({
    all: z.int(),
    done: z.int(),
    failed: z.int(),
    restored: z.int(),
    kept: z.int(),
    restoreFailed: z.int(),
  }),
  createdByName: withMeta(z.string(), { label: "创建人" }),
  createdAt,
});
export type Suspension = z.output<typeof Suspension>;

export const SuspensionDetail = Suspension.extend({
  files: z.array(StoredFile).meta({ label: "凭证" }),
  lines: z.array(PlanLine),
  /** The possible actions for each kind with the numbers of the last preview. Only a draft has them. */
  choices: z.array(CascadeChoice),
  /** Whether the preview is too old or no longer true. Then a new one is needed before the second person confirms. */
  isStale: z.boolean(),
});
export type SuspensionDetail = z.output<typeof SuspensionDetail>;

/** What the calls on one suspension have in common. */
export const suspensionFrame = {
  path: "/partner/v1/suspensions",
  page: PARTNER_PAGE,
  answer: SuspensionDetail,
  view: "partner:suspension:view",
  edit: "partner:partner:suspend",
} as const;
