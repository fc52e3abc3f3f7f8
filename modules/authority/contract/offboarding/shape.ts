import { moment, oneOf, recordId, requiredText, shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";

export const offboardStepStates = {
  WAITING: "待处理",
  DONE: "已完成",
  KEPT: "暂不转移",
  FAILED: "未完成",
} as const;

export const OffboardingShape = shape("offboarding", "离职办理", {
  userId: recordId,
  reason: requiredText("离职说明", 200),
  status: z.enum(["RUNNING", "DONE"]),
  finishedAt: typedMoment("完成时间").nullable(),
});

export const OffboardingStep = z.object({
  kind: z.string(),
  label: withMeta(z.string(), { label: "事项" }),
  successorName: withMeta(z.string().nullable(), { label: "接手人" }),
  status: oneOf(offboardStepStates).meta({ label: "结果" }),
  count: withMeta(z.int(), { label: "数量" }),
  /** Why the step failed. */
  message: z.string().nullable(),
  /** How many records of this kind the person who left still has and the reader may hand over now. */
  open: z.int(),
});

/** Only its job changes an off-boarding, so it needs no version. */
export const Offboarding = OffboardingShape.answer({
  userName: z.string(),
  createdByName: z.string(),
  createdAt: moment,
  steps: z.array(OffboardingStep),
}).omit({ version: true });
export type Offboarding = z.output<typeof Offboarding>;
