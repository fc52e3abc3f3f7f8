import { ActivePersonRef, PersonRef } from "@ops/authority/contract";
import {
  boundedText,
  moment,
  oneOf,
  pointer,
  recordId,
  ref,
  refNameList,
  requiredText,
  shape,
  typedMoment,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { InterviewRound } from "../position/rounds.ts";
import { StoreRef } from "../refs.ts";
import { staffFrames } from "../site/words.ts";
import { StaffRef } from "../staff/ref.ts";
import { interviewModes, interviewStates, interviewVerdicts } from "./states.ts";

const MOST_INTERVIEWERS = 5;
const COMMENT_LEAST = 10;
/** An id for examples, because the chair is one of the interviewers. */
const SOMEBODY = "01900000-0000-7000-8000-000000000001";

export const InterviewShape = shape("interview", "面试", {
  staffId: ref(StaffRef, "候选人"),
  storeId: ref(StoreRef, "门店"),
  roundNo: z.int("请选择面试轮次！").min(1, "请选择面试轮次！").max(4, "请选择面试轮次！").meta({ label: "轮次" }),
  round: InterviewRound,
  mode: oneOf(interviewModes, "请选择面试方式！").meta({ label: "面试方式" }),
  startAt: typedMoment("开始时间"),
  endAt: typedMoment("结束时间"),
  place: boundedText("地点", 120).nullable().default(null),
  link: z
    .url({ protocol: /^https?$/, error: "视频链接格式不正确" })
    .max(300, "视频链接格式不正确")
    .nullable()
    .default(null)
    .meta({ label: "视频链接" }),
  chairUserId: ref(ActivePersonRef, "主面试官", { checkedBy: "service" }).meta({ examples: [SOMEBODY] }),
  interviewerIds: z
    .array(ref(ActivePersonRef, "面试官", { checkedBy: "service" }))
    .min(1, "请选择面试官！")
    .max(MOST_INTERVIEWERS, `面试官最多${MOST_INTERVIEWERS}位`)
    .refine((ids) => new Set(ids).size === ids.length, "面试官不能重复")
    .meta({ label: "面试官", examples: [[SOMEBODY]] }),
  state: interviewStates.schema,
  avgScore: withMeta(z.number().nullable(), { label: "平均分" }),
  decisionNote: withMeta(z.string().nullable(), { label: "说明" }),
});

const score = z.int("评分须为1-5分").min(1, "评分须为1-5分").max(5, "评分须为1-5分").meta({ label: "评分" });
const FeedbackItem = z.strictObject({
  dimension: requiredText("评价维度", 20),
  score,
  note: boundedText("说明", 200).default(""),
});
export type FeedbackItem = z.output<typeof FeedbackItem>;

export const FeedbackShape = shape("interviewFeedback", "面试评价", {
  interviewId: recordId,
  userId: pointer(PersonRef, "面试官"),
  items: z.array(FeedbackItem).min(1, "请为每个评价维度打分").max(10, "评价维度最多10个").meta({ label: "评分" }),
  verdict: oneOf(interviewVerdicts, "请选择评价结论！").meta({ label: "结论" }),
  comment: requiredText("评语", 1000)
    .refine((text) => text.length >= COMMENT_LEAST, `评语至少${COMMENT_LEAST}个字`)
    .meta({ label: "评语", examples: ["表达清晰，熟悉产品，建议录用"] }),
});

const names = {
  ...InterviewShape.names("staffId", "storeId"),
  positionName: withMeta(z.string(), { label: "岗位" }),
  chairUserName: withMeta(z.string(), { label: "主面试官" }),
  interviewerNames: refNameList(PersonRef, "interviewerIds", "面试官"),
  startAt: moment.meta({ label: "开始时间" }),
  endAt: moment.meta({ label: "结束时间" }),
  /** How many interviewers have rated. */
  ratedCount: withMeta(z.int(), { label: "已评价" }),
  /** Whether the reader is one of the interviewers, and has rated already. */
  isInterviewer: z.boolean(),
  /** Whether the reader is the one who decides where the feedback does not. */
  isChair: z.boolean(),
  hasRated: z.boolean(),
  updatedAt,
};

/** An interview as lists show it. */
export const Interview = InterviewShape.answer(names);
export type Interview = z.output<typeof Interview>;

export const InterviewFeedback = z.object({
  userId: z.string(),
  userName: withMeta(z.string(), { label: "面试官" }),
  items: z.array(z.object({ dimension: z.string(), score: z.int(), note: z.string() })),
  verdict: oneOf(interviewVerdicts).meta({ label: "结论" }),
  comment: withMeta(z.string(), { label: "评语" }),
  score: withMeta(z.number(), { label: "得分" }),
  isOwn: z.boolean(),
  /** Whether the reader may still change it. */
  isOpen: z.boolean(),
  createdAt: moment.meta({ label: "评价时间" }),
});
export type InterviewFeedback = z.output<typeof InterviewFeedback>;

/** With what the interviewers said. Those who have not rated yet see nothing of the others (ST-R11). */
export const InterviewDetail = InterviewShape.answer({
  ...names,
  feedback: z.array(InterviewFeedback).meta({ label: "评价" }),
});
export type InterviewDetail = z.output<typeof InterviewDetail>;

/** What all calls of interviews have in common. */
export const interviewFrame = staffFrames("interviews", InterviewDetail, {
  view: "store:interview:view",
  edit: "store:interview:arrange",
});
