import { moment, oneOf, recordId, requiredText, shape, typedMoment } from "@ops/platform/contract";
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

const OffboardingStep = z.object({
  kind: z.string(),
  label: z.string(),
  successorName: z.string().nullable(),
  status: oneOf(offboardStepStates),
  count: z.int(),
  /** Why it could not be done. */
  message: z.string().nullable(),
  /** What the leaver still holds of it and the reader may hand over now. */
  open: z.int(),
});

/** It is changed by its job alone, so nobody asks for its version. */
export const Offboarding = OffboardingShape.answer({
  userName: z.string(),
  createdByName: z.string(),
  createdAt: moment,
  steps: z.array(OffboardingStep),
}).omit({ version: true });
export type Offboarding = z.output<typeof Offboarding>;
