import { stateMachine } from "@ops/platform/contract";

/** 面试, from its arrangement to the decision (section 3.4). */
export const interviewStates = stateMachine({
  code: "STORE",
  entity: "面试",
  initial: "PLANNED",
  states: {
    PLANNED: "待面试",
    TO_RATE: "待评价",
    PASSED: "已通过",
    FAILED: "未通过",
    CANCELLED: "已取消",
    NO_SHOW: "爽约",
  },
  moves: {
    edit: { label: "调整安排", from: ["PLANNED"], to: "PLANNED" },
    begin: { label: "开始面试", from: ["PLANNED"], to: "TO_RATE" },
    rate: { label: "评价", from: ["TO_RATE"], to: "TO_RATE" },
    pass: { label: "通过", from: ["TO_RATE"], to: "PASSED" },
    fail: { label: "不通过", from: ["TO_RATE"], to: "FAILED" },
    cancel: { label: "取消", from: ["PLANNED", "TO_RATE"], to: "CANCELLED" },
    miss: { label: "登记爽约", from: ["PLANNED", "TO_RATE"], to: "NO_SHOW" },
  },
});
export type InterviewState = keyof typeof interviewStates.states;

/** 面试方式. */
export const interviewModes = { ON_SITE: "现场", VIDEO: "视频", PHONE: "电话" } as const;

/** What an interviewer thinks of the candidate. */
export const interviewVerdicts = { PASS: "通过", HOLD: "待定", FAIL: "不通过" } as const;
export type InterviewVerdict = keyof typeof interviewVerdicts;
