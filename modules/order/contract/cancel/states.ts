import { stateMachine } from "@ops/platform/contract";

/** 退订, from the request to its end (section 3). */
export const cancelStates = stateMachine({
  code: "ORDER",
  entity: "退订单",
  initial: "REVIEW",
  states: { REVIEW: "审批中", DONE: "已退订", REJECTED: "已驳回", WITHDRAWN: "已撤回" },
  moves: {
    finish: { label: "退订通过", from: ["REVIEW"], to: "DONE" },
    reject: { label: "驳回", from: ["REVIEW"], to: "REJECTED" },
    withdraw: { label: "撤回", from: ["REVIEW"], to: "WITHDRAWN" },
  },
});

/** First words of the dictionary order_cancel_reason. */
export const cancelReasons = {
  PRICE: "价格",
  LATE: "交付太晚",
  PLAN: "计划变化",
  RIVAL: "购买竞品",
  LOAN: "贷款未批",
  QUALITY: "质量顾虑",
  BRAND: "品牌原因",
  OTHER: "其他",
} as const;
