import { boundedText, day, moment, recordId, requiredText, StoredFile, shape } from "@ops/platform/contract";
import { z } from "zod";
import { taskStates } from "./states.ts";

/** 入驻任务: what has to be done before a partner can be 合作中 (PT-R18). */
export const OnboardTaskShape = shape("partnerOnboardTask", "入驻任务", {
  partnerId: recordId,
  code: z.string(),
  name: boundedText("任务", 60),
  ownerRole: boundedText("负责", 60),
  mandatory: z.boolean().meta({ label: "必须" }),
  dueOn: day.meta({ label: "截止日期" }),
  state: taskStates.schema,
  evidence: requiredText("完成说明", 400).nullable(),
  note: boundedText("退回原因", 200).nullable(),
});

export const OnboardTask = OnboardTaskShape.answer({
  /** What has to be done before and is not: names of tasks and papers. */
  blockers: z.array(z.string()),
  /** Days past its due day; 0 while there is time. */
  overdueDays: z.int(),
  files: z.array(StoredFile).meta({ label: "凭证" }),
  /** On the chain that decides when the partner can begin. */
  isCritical: z.boolean(),
  doneAt: moment.nullable().meta({ label: "完成时间" }),
  updatedByName: z.string(),
});
export type OnboardTask = z.output<typeof OnboardTask>;
