import { boundedText, day, moment, recordId, requiredText, StoredFile, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { taskStates } from "./states.ts";

/** 入驻任务: tasks that must be done before a partner can become 合作中 (PT-R18). */
export const OnboardTaskShape = shape("partnerOnboardTask", "入驻任务", {
  partnerId: recordId,
  code: z.string(),
  name: boundedText("任务", 60),
  ownerRole: boundedText("负责", 60),
  mandatory: withMeta(z.boolean(), { label: "必须" }),
  dueOn: day.meta({ label: "截止日期" }),
  state: taskStates.schema,
  evidence: requiredText("完成说明", 400).nullable(),
  note: boundedText("退回原因", 200).nullable(),
});

export const OnboardTask = OnboardTaskShape.answer({
  /** The names of tasks and qualifications that have to be done first and are still open. */
  blockers: z.array(z.string()),
  /** The number of days past its due day; 0 while it is in time. */
  overdueDays: z.int(),
  files: z.array(StoredFile).meta({ label: "凭证" }),
  /** True if the task is on the longest chain of open tasks, which decides when the partner can begin. */
  isCritical: z.boolean(),
  doneAt: withMeta(moment.nullable(), { label: "完成时间" }),
  updatedByName: z.string(),
});
export type OnboardTask = z.output<typeof OnboardTask>;
