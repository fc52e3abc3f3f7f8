import { stateMachine } from "@ops/platform/contract";

/** 变更 of what an order was locked with (section 3). */
export const changeStates = stateMachine({
  code: "ORDER",
  entity: "变更单",
  initial: "REVIEW",
  states: {
    REVIEW: "审批中",
    PAY_DIFF: "待补差价",
    EFFECTIVE: "已生效",
    REJECTED: "已驳回",
    WITHDRAWN: "已撤回",
  },
  moves: {
    askDiff: { label: "待补差价", from: ["REVIEW"], to: "PAY_DIFF" },
    takeEffect: { label: "生效", from: ["REVIEW", "PAY_DIFF"], to: "EFFECTIVE" },
    reject: { label: "驳回", from: ["REVIEW"], to: "REJECTED" },
    withdraw: { label: "撤回", from: ["REVIEW", "PAY_DIFF"], to: "WITHDRAWN" },
  },
});

export const changeKinds = {
  CONFIG: "改配",
  BUYER: "变更购车人",
  DELIVERY_STORE: "变更交付门店",
  PAYMODE: "变更付款方式",
} as const;
export type ChangeKind = keyof typeof changeKinds;

/** What the new buyer is to the old one. */
export const buyerRelations = { SPOUSE: "配偶", PARENT: "父母", CHILD: "子女", COMPANY: "企业与法人" } as const;
