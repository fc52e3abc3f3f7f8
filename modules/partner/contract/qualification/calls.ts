import {
  boundedText,
  day,
  endpoint,
  idParams,
  moment,
  oneOf,
  reasonBody,
  recordId,
  StoredFile,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE, paperKinds } from "../words.ts";
import { qualificationStates } from "./states.ts";

const kind = oneOf(paperKinds, "请选择资质类型").meta({ label: "资质类型" });

export const Qualification = z.object({
  id: z.string(),
  partnerId: z.string(),
  kind,
  number: z.string().nullable().meta({ label: "证照编号" }),
  issueOn: z.string().nullable().meta({ label: "签发日期" }),
  /** Null where it holds for ever. */
  expireOn: z.string().nullable().meta({ label: "有效期至" }),
  files: z.array(StoredFile).meta({ label: "附件" }),
  state: qualificationStates.schema,
  note: z.string().nullable().meta({ label: "驳回原因" }),
  /** Another of its kind holds on: its end has no consequences. */
  isReplaced: z.boolean(),
  /** Handed in by the reader: somebody else has to review it. */
  isOwn: z.boolean(),
  createdByName: z.string().meta({ label: "上传人" }),
  createdAt: moment.meta({ label: "上传时间" }),
  reviewedByName: z.string().nullable().meta({ label: "审核人" }),
  version,
});
export type Qualification = z.output<typeof Qualification>;

/** What the kinds of the partner need, each with what there is. */
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
      kind,
      number: boundedText("证照编号", 60).nullable().default(null),
      issueOn: day.nullable().default(null).meta({ label: "签发日期" }),
      expireOn: day.nullable().default(null).meta({ label: "有效期至" }),
      fileIds: z.array(recordId, "请上传附件").min(1, "请上传附件").max(9).meta({ label: "附件" }),
    })
    .refine(({ issueOn, expireOn }) => !issueOn || !expireOn || issueOn <= expireOn, {
      error: "有效期不能早于签发日期",
      path: ["expireOn"],
    }),
  answer: Qualification,
});

export const approveQualification = endpoint({
  method: "POST",
  path: "/partner/v1/qualifications/{id}/approve",
  audit: "审核通过资质",
  permission: "partner:qualification:approve",
  requires: ["partner:partner:view"],
  page: PARTNER_PAGE,
  params: idParams,
  body: z.object({ version }),
  answer: Qualification,
});

export const rejectQualification = endpoint({
  method: "POST",
  path: "/partner/v1/qualifications/{id}/reject",
  audit: "驳回资质",
  permission: "partner:qualification:approve",
  requires: ["partner:partner:view"],
  page: PARTNER_PAGE,
  params: idParams,
  body: reasonBody,
  answer: Qualification,
});
