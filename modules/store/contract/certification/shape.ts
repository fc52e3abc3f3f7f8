import { PersonRef } from "@ops/authority/contract";
import {
  boundedText,
  day,
  pointer,
  recordId,
  ref,
  StoredFile,
  shape,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { positionCode } from "../position/shape.ts";
import { StandardItem } from "../post-standard/shape.ts";
import { StoreRef } from "../refs.ts";
import { staffFrames } from "../site/words.ts";
import { StaffRef } from "../staff/ref.ts";
import { certStates } from "./states.ts";

export const CertificationShape = shape("certification", "认证", {
  staffId: ref(StaffRef, "人员"),
  storeId: ref(StoreRef, "门店"),
  positionCode,
  standardId: recordId,
  state: certStates.schema,
  score: withMeta(z.number().nullable(), { label: "总分" }),
  certifiedOn: withMeta(day.nullable(), { label: "认证日期" }),
  expireOn: withMeta(day.nullable(), { label: "有效期至" }),
  /** The last day in post without the certificate (ST-R13). */
  dueOn: withMeta(day.nullable(), { label: "最晚认证日期" }),
  note: withMeta(z.string().nullable(), { label: "审核意见" }),
  reportNote: withMeta(z.string().nullable(), { label: "上报说明" }),
  reportedBy: pointer(PersonRef, "上报人").nullable(),
});

const files = z.array(recordId).max(9, "附件最多9个").default([]).meta({ label: "附件" });

export const CertResultShape = shape("certResult", "认证结果", {
  certId: recordId,
  itemId: recordId.meta({ label: "标准" }),
  score: z
    .int("成绩须为0-100")
    .min(0, "成绩须为0-100")
    .max(100, "成绩须为0-100")
    .nullable()
    .default(null)
    .meta({ label: "成绩" }),
  isPassed: z.boolean("请选择是否通过！").meta({ label: "通过" }),
  fileIds: files,
  attempts: withMeta(z.int(), { label: "次数" }),
  note: boundedText("说明", 200).nullable().default(null),
});

/** What was shown for an item of the standard; without attempts nothing yet. */
const ShownItem = StandardItem.extend({
  score: withMeta(z.int().nullable(), { label: "成绩" }),
  isPassed: withMeta(z.boolean().nullable(), { label: "通过" }),
  attempts: withMeta(z.int(), { label: "次数" }),
  note: withMeta(z.string().nullable(), { label: "说明" }),
  files: z.array(StoredFile).meta({ label: "附件" }),
});

const names = {
  ...CertificationShape.names("staffId", "storeId"),
  positionName: withMeta(z.string(), { label: "岗位" }),
  ver: withMeta(z.int(), { label: "标准版本" }),
  /** Whether it is the reader's own, which somebody else reviews. */
  isOwn: z.boolean(),
  updatedAt,
};

/** A certificate as lists show it. */
export const Certification = CertificationShape.answer(names);
export type Certification = z.output<typeof Certification>;

export const CertificationDetail = CertificationShape.answer({
  ...names,
  passScore: withMeta(z.int(), { label: "通过分" }),
  items: z.array(ShownItem).meta({ label: "标准" }),
  /** The red line that was reported. */
  reportName: withMeta(z.string().nullable(), { label: "上报事项" }),
  reportedByName: withMeta(z.string().nullable(), { label: "上报人" }),
  /** Whether the reader reported it, which somebody else judges (ST-R15). */
  isReporter: z.boolean(),
  reportFiles: z.array(StoredFile).meta({ label: "上报附件" }),
});
export type CertificationDetail = z.output<typeof CertificationDetail>;

/** What all calls of certificates have in common. */
export const certFrame = staffFrames("certifications", CertificationDetail, {
  view: "store:cert:view",
  edit: "store:cert:submit",
});
