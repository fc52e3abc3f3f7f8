import { endpoint, idParams, recordId } from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { Qualification, QualificationShape } from "./shape.ts";

const { kind } = QualificationShape.fields;

/** The qualifications that the kinds of the partner need, each with what the partner has handed in. */
export const listQualifications = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/qualifications",
  title: "资质列表",
  permission: "partner:partner:view",
  params: idParams,
  answer: z.object({
    papers: z.array(Qualification),
    required: z.array(kind),
    wanted: z.array(kind),
  }),
});

export const addQualification = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/qualifications",
  audit: "上传资质",
  permission: "partner:qualification:edit",
  requires: ["partner:partner:view"],
  page: PARTNER_PAGE,
  params: idParams,
  body: z
    .object({
      ...QualificationShape.pick("kind", "number", "issueOn", "expireOn"),
      fileIds: z.array(recordId, "请上传附件").min(1, "请上传附件").max(9).meta({ label: "附件" }),
    })
    .refine(({ issueOn, expireOn }) => !issueOn || !expireOn || issueOn <= expireOn, {
      error: "有效期不能早于签发日期",
      path: ["expireOn"],
    }),
  answer: Qualification,
});
