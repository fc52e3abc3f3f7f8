import { createdAt, moment, oneOf, recordId, StoredFile, shape } from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { suspensionKinds, suspensionStates } from "./states.ts";

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

export const SuspensionShape = shape("partnerSuspension", "暂停单", {
  partnerId: recordId,
  kind: oneOf(suspensionKinds).meta({ label: "类型" }),
  reason: z.string().meta({ label: "原因" }),
  state: suspensionStates.schema,
  stateReason: z.string().nullable().meta({ label: "驳回原因" }),
});

export const Suspension = SuspensionShape.answer({
  partnerName: z.string(),
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
  createdAt,
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

/** What the calls on one suspension have in common. */
export const suspensionFrame = {
  path: "/partner/v1/suspensions",
  page: PARTNER_PAGE,
  answer: SuspensionDetail,
  view: "partner:suspension:view",
  edit: "partner:partner:suspend",
} as const;
