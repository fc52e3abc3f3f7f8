import { boundedText, day, moment, oneOf, requiredText, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { partnerLevels } from "../words.ts";
import { assessmentMetrics } from "./score.ts";

export const assessmentStates = { DRAFT: "待定稿", CLOSED: "已定稿" } as const;
const period = z
  .string("请选择考核月份")
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "考核月份格式不正确")
  .meta({ label: "考核月份" });

export const AssessmentShape = shape("partnerAssessment", "考核", {
  period,
  totalHundredths: withMeta(z.int().nullable(), { label: "总分（百分之一分）" }),
  /** Only the brand may read it (section 5), so it stays out of the log, which the partner's own people read as well. */
  comment: boundedText("内部评语", 500).nullable(),
  level: oneOf(partnerLevels).nullable().meta({ label: "等级" }),
  state: oneOf(assessmentStates).meta({ label: "状态", isState: true }),
  rectifyDueOn: withMeta(day.nullable(), { label: "整改期限" }),
  rectifyNote: requiredText("整改说明", 500).nullable(),
});

const metric = oneOf(assessmentMetrics, "考核指标不正确").meta({ label: "指标" });
const score = z
  .number("得分格式不正确")
  .min(0, "得分须在0至100之间")
  .max(100, "得分须在0至100之间")
  .multipleOf(0.01, "得分最多两位小数")
  .nullable()
  .meta({ label: "得分" });

/** A score that somebody gives. */
export const AssessmentScore = z.strictObject({ metric, score });

const Item = z.object({
  metric,
  weight: withMeta(z.int(), { label: "权重" }),
  value: withMeta(z.number().nullable(), { label: "指标值" }),
  score,
});

export const Assessment = AssessmentShape.answer({
  items: z.array(Item).meta({ label: "指标" }),
  /** 0 to 100 with two decimals. */
  total: withMeta(z.number().nullable(), { label: "总分" }),
  closedAt: withMeta(moment.nullable(), { label: "定稿时间" }),
  rectifiedAt: withMeta(moment.nullable(), { label: "整改完成时间" }),
}).omit({ totalHundredths: true });
export type Assessment = z.output<typeof Assessment>;
