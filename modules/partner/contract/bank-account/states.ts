import { stateMachine } from "@ops/platform/contract";

/** 结算账户: finance approves it, the partner's contact confirms it, and settlements use it a day later (PT-R16). */
export const bankAccountStates = stateMachine({
  code: "PARTNER",
  entity: "结算账户",
  initial: "REVIEW",
  states: {
    REVIEW: "待财务审批",
    REJECTED: "已驳回",
    CONFIRM: "待伙伴确认",
    COOLING: "待生效",
    ACTIVE: "使用中",
    RETIRED: "已停用",
  },
  moves: {
    approve: { label: "审批通过", from: ["REVIEW"], to: "CONFIRM" },
    reject: { label: "驳回", from: ["REVIEW", "CONFIRM", "COOLING"], to: "REJECTED" },
    sendCode: { label: "发送验证码", from: ["CONFIRM"], to: "CONFIRM" },
    confirm: { label: "确认", from: ["CONFIRM"], to: "COOLING" },
    begin: { label: "生效", from: ["COOLING"], to: "ACTIVE" },
    retire: { label: "停用", from: ["ACTIVE"], to: "RETIRED" },
  },
});
