import { businessErrors } from "@ops/platform/contract";

/** Refusals about interviews and offers. */
export const interviewErrors = businessErrors("STORE", {
  roundOrder: "上一轮面试尚未通过",
  roundUnknown: "该岗位没有第{n}轮面试",
  roundDup: "第{n}轮面试已安排",
  roundsOpen: "尚有面试轮次未通过",
  interviewPast: "面试时间不能早于当前时间",
  interviewLength: "面试时长须为15-240分钟",
  interviewClash: "{name}在{time}已有面试，仍要安排吗？",
  interviewPeople: "面试官须为在职人员",
  interviewChair: "主面试官须为面试官之一",
  notInterviewer: "您不是本场面试官",
  notChair: "只有主面试官可以决定面试结果",
  feedbackMissing: "尚有面试官未评价",
  feedbackItems: "请为每个评价维度打分",
  feedbackLocked: "评价已超过可修改时间",
});
