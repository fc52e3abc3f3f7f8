import { boundedText, endpoint, idParams, moment, oneOf, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { partnerLevels } from "../words.ts";
import { assessmentMetrics } from "./score.ts";

const PAGE = "/Partner/list";
const EDIT = "partner:assess:edit";

export const assessmentStates = { DRAFT: "待定稿", CLOSED: "已定稿" } as const;
const metric = oneOf(assessmentMetrics, "考核指标不正确").meta({ label: "指标" });
const period = z
  .string("请选择考核月份")
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "考核月份格式不正确")
  .meta({ label: "考核月份" });
const score = z
  .number("得分格式不正确")
  .min(0, "得分须在0至100之间")
  .max(100, "得分须在0至100之间")
  .multipleOf(0.01, "得分最多两位小数")
  .nullable()
  .meta({ label: "得分" });

const Item = z.object({
  metric,
  weight: z.int().meta({ label: "权重" }),
  value: z.number().nullable().meta({ label: "指标值" }),
  score,
});

export const Assessment = z.object({
  id: z.string(),
  period,
  items: z.array(Item).meta({ label: "指标" }),
  /** 0 to 100 with two decimals. */
  total: z.number().nullable().meta({ label: "总分" }),
  level: oneOf(partnerLevels).nullable().meta({ label: "等级" }),
  /** Null for the people of the partner itself (section 5). */
  comment: z.string().nullable().meta({ label: "内部评语" }),
  state: z.enum(["DRAFT", "CLOSED"]).meta({ label: "状态", words: assessmentStates, isState: true }),
  closedAt: moment.nullable().meta({ label: "定稿时间" }),
  rectifyDueOn: z.string().nullable().meta({ label: "整改期限" }),
  rectifiedAt: moment.nullable().meta({ label: "整改完成时间" }),
  rectifyNote: z.string().nullable().meta({ label: "整改说明" }),
  version,
});
export type Assessment = z.output<typeof Assessment>;

export const listAssessments = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/assessments",
  title: "伙伴考核列表",
  permission: "partner:partner:view",
  page: PAGE,
  params: idParams,
  answer: z.object({ list: z.array(Assessment) }),
});

/** Scores of a month, typed or corrected until it is closed; metrics that a module measures keep its value. */
export const saveAssessment = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/assessments",
  audit: "保存考核",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  body: z.object({
    period,
    scores: z
      .array(z.strictObject({ metric, score }))
      .max(10, "考核指标过多")
      .refine((scores) => new Set(scores.map((one) => one.metric)).size === scores.length, "考核指标重复"),
    comment: boundedText("内部评语", 500).optional(),
    /** Of the one that is corrected; without it there is none yet. */
    version: version.optional(),
  }),
  answer: Assessment,
});

export const closeAssessment = endpoint({
  method: "POST",
  path: "/partner/v1/assessments/{id}/close",
  audit: "考核定稿",
  permission: EDIT,
  risk: "HIGH",
  page: PAGE,
  params: idParams,
  body: z.object({ version }),
  answer: Assessment,
});

export const rectifyAssessment = endpoint({
  method: "POST",
  path: "/partner/v1/assessments/{id}/rectify",
  audit: "完成整改",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  body: z.object({ note: requiredText("整改说明", 500), version }),
  answer: Assessment,
});
