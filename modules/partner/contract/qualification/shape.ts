import { boundedText, day, moment, oneOf, recordId, StoredFile, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { paperKinds } from "../words.ts";
import { qualificationStates } from "./states.ts";

export const QualificationShape = shape("partnerQualification", "资质", {
  partnerId: recordId,
  kind: oneOf(paperKinds, "请选择资质类型").meta({ label: "资质类型" }),
  number: boundedText("证照编号", 60).nullable().default(null),
  issueOn: day.nullable().default(null).meta({ label: "签发日期" }),
  /** The last day of validity; null if the qualification does not expire. */
  expireOn: day.nullable().default(null).meta({ label: "有效期至" }),
  state: qualificationStates.schema,
  note: boundedText("驳回原因", 200).nullable(),
});

export const Qualification = QualificationShape.answer({
  files: z.array(StoredFile).meta({ label: "附件" }),
  /** Another qualification of the same kind is still valid, so the end of this one has no consequences. */
  isReplaced: z.boolean(),
  /** True if the reader handed it in, so that somebody else has to review it. */
  isOwn: z.boolean(),
  createdByName: withMeta(z.string(), { label: "上传人" }),
  createdAt: moment.meta({ label: "上传时间" }),
  reviewedByName: withMeta(z.string().nullable(), { label: "审核人" }),
});
export type Qualification = z.output<typeof Qualification>;
