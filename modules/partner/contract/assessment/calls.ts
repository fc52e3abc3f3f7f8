import { endpoint, idParams, version } from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { Assessment, AssessmentScore, AssessmentShape } from "./shape.ts";

const EDIT = "partner:assess:edit";

export const listAssessments = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/assessments",
  title: "伙伴考核列表",
  permission: "partner:partner:view",
  page: PARTNER_PAGE,
  params: idParams,
  answer: z.object({ list: z.array(Assessment) }),
});

/**
 * Saves the scores of a month, which can be corrected until the month is closed. Metrics that a module measures keep the
 * measured value.
 */
export const saveAssessment = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/assessments",
  audit: "保存考核",
  permission: EDIT,
  page: PARTNER_PAGE,
  params: idParams,
  body: z.object({
    ...AssessmentShape.pick("period"),
    scores: z
      .array(AssessmentScore)
      .max(10, "考核指标过多")
      .refine((scores) => new Set(scores.map((one) => one.metric)).size === scores.length, "考核指标重复")
      .meta({ label: "考核得分" }),
    comment: AssessmentShape.required("comment").comment.optional(),
    /** The version of the assessment that is corrected; left out for a new one. */
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
  page: PARTNER_PAGE,
  params: idParams,
  body: z.object({ version }),
  answer: Assessment,
});

export const rectifyAssessment = endpoint({
  method: "POST",
  path: "/partner/v1/assessments/{id}/rectify",
  audit: "完成整改",
  permission: EDIT,
  page: PARTNER_PAGE,
  params: idParams,
  body: z.object({ note: AssessmentShape.required("rectifyNote").rectifyNote, version }),
  answer: Assessment,
});
