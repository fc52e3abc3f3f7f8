import { OrganizationRef } from "@ops/authority/contract";
import {
  callsOf,
  endpoint,
  flag,
  idParams,
  keyword,
  oneOf,
  reason,
  ref,
  requiredText,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { FeedbackShape, Interview, InterviewShape, interviewFrame } from "./shape.ts";

const calls = callsOf(InterviewShape, interviewFrame);
const lists = callsOf(InterviewShape, { ...interviewFrame, answer: Interview, view: "store:interview:list" });

export const listInterviews = lists.list(
  InterviewShape.query({
    is: ["state", "mode", "staffId"],
    within: ["startAt"],
    sort: ["startAt", "updatedAt"],
    more: {
      keyword: keyword("候选人姓名"),
      orgId: ref(OrganizationRef, "所属组织").optional(),
      isMine: withMeta(flag.optional(), { label: "我的面试" }),
    },
  }),
);
export const getInterview = calls.get();

const arranged = {
  ...InterviewShape.pick("mode", "startAt", "endAt", "place", "link", "interviewerIds", "chairUserId"),
  /** Whether an interviewer who has another interview at that time is invited all the same (ST-R10). */
  isConfirmed: z.boolean().default(false).meta({ label: "确认时间冲突" }),
};

interface Arranged {
  readonly mode: string;
  readonly link: string | null;
}
const hasLink = ({ mode, link }: Arranged) => mode !== "VIDEO" || link !== null;
const needsLink = { message: "请输入视频链接！", path: ["link"] };

/** Arranges a round; the candidate is 面试中 from then on. */
export const arrangeInterview = endpoint({
  method: "POST",
  path: "/store/v1/staff/{id}/interviews",
  audit: "安排面试",
  permission: interviewFrame.edit,
  page: interviewFrame.page,
  params: idParams,
  body: z.strictObject({ ...InterviewShape.pick("roundNo"), ...arranged }).refine(hasLink, needsLink),
  answer: interviewFrame.answer,
});

const edited = calls.edit(arranged, "调整面试安排");
export const editInterview = endpoint({
  ...edited,
  body: edited.body.refine(hasLink, needsLink),
});

export const cancelInterview = calls.on("cancel", "取消面试", {
  reason,
  isNoShow: z.boolean().default(false).meta({ label: "候选人爽约" }),
});

/** The first feedback of an interviewer, or a change of it. */
export const rateInterview = calls.on("feedback", "面试评价", FeedbackShape.pick("items", "verdict", "comment"), {
  permission: "store:interview:feedback",
});

export const interviewDecisions = { PASS: "通过", FAIL: "不通过" } as const;

/** For the chair, where the feedback does not decide by itself. */
export const decideInterview = calls.on(
  "decide",
  "决定面试结果",
  {
    verdict: oneOf(interviewDecisions, "请选择面试结果！").meta({ label: "面试结果" }),
    note: requiredText("说明", 200),
  },
  { permission: "store:interview:decide" },
);
