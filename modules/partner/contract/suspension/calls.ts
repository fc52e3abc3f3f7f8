import {
  endpoint,
  idParams,
  listQuery,
  moment,
  oneOf,
  pageOf,
  recordId,
  StoredFile,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { itemStates, restoreStates, suspensionKinds, suspensionStates } from "./states.ts";

/** How long a preview may be the basis of a decision, and how far the counts may move meanwhile. */
export const PREVIEW_MINUTES = 15;
export const PREVIEW_DRIFT = 0.05;

const Choice = z.object({
  action: z.string(),
  label: z.string(),
  /** Whom it may go to; null where the action names nobody. */
  receivers: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
});

/** A kind of thing that lies with the partner, and what can be done with it (PT-R7). */
export const CascadeChoice = z.object({
  kind: z.string(),
  label: z.string(),
  count: z.int(),
  /** The first few, by name. */
  sample: z.array(z.string()),
  actions: z.array(Choice),
  defaultAction: z.string(),
  /** The list behind the number, and the filters with which it shows exactly that. */
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
  label: z.string(),
  /** What the preview showed. */
  seen: z.int(),
  action: z.string(),
  actionLabel: z.string(),
  receiverName: z.string().nullable(),
  /** What came of it. */
  all: z.int(),
  done: z.int(),
  failed: z.int(),
  restored: z.int(),
  kept: z.int(),
});

export const Suspension = z.object({
  id: z.string(),
  partnerId: z.string(),
  partnerName: z.string(),
  kind: oneOf(suspensionKinds).meta({ label: "类型" }),
  reason: z.string().meta({ label: "原因" }),
  state: suspensionStates.schema,
  stateReason: z.string().nullable().meta({ label: "驳回原因" }),
  /** A draft that waits for the second person. */
  isSubmitted: z.boolean(),
  /** The reader handed it in: somebody else has to confirm it. */
  isMine: z.boolean(),
  submittedByName: z.string().nullable().meta({ label: "提交人" }),
  submittedAt: moment.nullable().meta({ label: "提交时间" }),
  confirmedByName: z.string().nullable().meta({ label: "复核人" }),
  previewedAt: moment.nullable().meta({ label: "预览时间" }),
  effectiveAt: moment.nullable().meta({ label: "生效时间" }),
  finishedAt: moment.nullable().meta({ label: "完成时间" }),
  undoneByName: z.string().nullable().meta({ label: "恢复人" }),
  undoneAt: moment.nullable().meta({ label: "恢复时间" }),
  items: z.object({
    all: z.int(),
    done: z.int(),
    failed: z.int(),
    restored: z.int(),
    kept: z.int(),
    restoreFailed: z.int(),
  }),
  createdByName: z.string().meta({ label: "创建人" }),
  createdAt: moment.meta({ label: "创建时间" }),
  version,
});
export type Suspension = z.output<typeof Suspension>;

export const SuspensionDetail = Suspension.extend({
  files: z.array(StoredFile).meta({ label: "凭证" }),
  lines: z.array(PlanLine),
  /** What can be done with each kind, with the numbers of the last preview; only of a draft. */
  choices: z.array(CascadeChoice),
  /** Whether the preview is too old or no longer true: it has to be made anew before the second person confirms. */
  isStale: z.boolean(),
});
export type SuspensionDetail = z.output<typeof SuspensionDetail>;

export const listSuspensions = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/suspensions",
  title: "暂停记录",
  permission: "partner:suspension:view",
  page: PARTNER_PAGE,
  params: idParams,
  answer: z.array(Suspension),
});

export const getSuspension = endpoint({
  method: "GET",
  path: "/partner/v1/suspensions/{id}",
  title: "暂停单详情",
  permission: "partner:suspension:view",
  page: PARTNER_PAGE,
  record: "partnerSuspension",
  params: idParams,
  answer: SuspensionDetail,
});

export const CascadeItem = z.object({
  id: z.string(),
  itemNo: z.int().meta({ label: "序号" }),
  kind: z.string(),
  kindLabel: z.string().meta({ label: "类别" }),
  label: z.string().meta({ label: "对象" }),
  actionLabel: z.string().meta({ label: "处理" }),
  state: oneOf(itemStates).meta({ label: "结果" }),
  message: z.string().nullable().meta({ label: "失败原因" }),
  doneAt: moment.nullable().meta({ label: "处理时间" }),
  restored: oneOf(restoreStates).nullable().meta({ label: "恢复" }),
  restoreMessage: z.string().nullable().meta({ label: "未恢复原因" }),
});
export type CascadeItem = z.output<typeof CascadeItem>;

/** What a suspension touched, in the order in which it did. */
export const listCascadeItems = endpoint({
  method: "GET",
  path: "/partner/v1/suspensions/{id}/items",
  title: "级联明细",
  permission: "partner:suspension:view",
  page: PARTNER_PAGE,
  params: idParams,
  query: listQuery.extend({
    kind: z.string().max(60).optional().meta({ label: "类别" }),
    state: oneOf(itemStates).optional().meta({ label: "结果" }),
    restored: oneOf(restoreStates).optional().meta({ label: "恢复" }),
  }),
  answer: pageOf(CascadeItem),
});
