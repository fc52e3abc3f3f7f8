import { ActivePersonRef, PersonRef } from "@ops/authority/contract";
import {
  boundedText,
  day,
  oneOf,
  recordId,
  ref,
  refNameList,
  shape,
  typedMoment,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { verificationKinds } from "../project-template/words.ts";
import { rectificationLevels, rectificationStates, verificationStates } from "./states.ts";

const pictures = (label: string) => z.array(recordId).max(9, `${label}最多9张`).default([]).meta({ label });

/** A line of a sheet. Level, owner and deadline matter for what fails. */
export const VerificationItem = z.strictObject({
  code: z.string().max(10).meta({ label: "验收项编码" }),
  score: z
    .number("得分格式不正确")
    .min(0, "得分不能为负数")
    .max(100, "得分最多100")
    .multipleOf(0.01)
    .meta({ label: "得分" }),
  isFailed: z.boolean().default(false).meta({ label: "不合格" }),
  note: boundedText("说明", 200).default(""),
  /** Ids of files of kind `projectVerification`. */
  fileIds: pictures("图片"),
  level: oneOf(rectificationLevels).default("NORMAL").meta({ label: "整改级别" }),
  /** The manager of the project if nobody is named. */
  ownerUserId: ref(ActivePersonRef, "整改责任人").nullable().default(null),
  /** The opening day of the plan if no day is named. */
  deadline: day.nullable().default(null).meta({ label: "整改期限" }),
});
export type VerificationItem = z.output<typeof VerificationItem>;

export const VerificationShape = shape("projectVerification", "项目验收", {
  projectId: recordId,
  kind: oneOf(verificationKinds, "请选择验收类型！").meta({ label: "验收类型" }),
  roundNo: withMeta(z.int(), { label: "轮次" }),
  items: z.array(VerificationItem).max(60, "验收项最多60个").meta({ label: "验收单" }),
  totalScore: withMeta(z.number().nullable(), { label: "总分" }),
  verifierIds: z
    .array(ref(ActivePersonRef, "验收人", { checkedBy: "service" }))
    .min(1, "请选择验收人")
    .max(5, "验收人最多5人")
    .meta({ label: "验收人" }),
  state: verificationStates.schema,
  submittedAt: typedMoment("提交时间").nullable(),
});

export const Verification = VerificationShape.answer({
  verifierNames: refNameList(PersonRef, "verifierIds", "验收人"),
  isVerifier: z.boolean(),
});
export type Verification = z.output<typeof Verification>;

export const RectificationShape = shape("projectRectification", "整改项", {
  projectId: recordId,
  verificationId: recordId,
  itemCode: withMeta(z.string(), { label: "验收项编码" }),
  requirement: withMeta(z.string(), { label: "整改要求" }),
  level: withMeta(oneOf(rectificationLevels), { label: "级别", words: rectificationLevels }),
  ownerUserId: ref(ActivePersonRef, "责任人"),
  deadline: day.meta({ label: "期限" }),
  beforeFileIds: pictures("整改前图片"),
  /** Ids of files of kind `projectRectification`. */
  afterFileIds: pictures("整改后图片"),
  state: rectificationStates.schema,
});

export const Rectification = RectificationShape.answer({
  ...RectificationShape.names("ownerUserId"),
  isOwn: z.boolean(),
  /** True if the reader verifies the round. */
  isVerifier: z.boolean(),
});
export type Rectification = z.output<typeof Rectification>;
