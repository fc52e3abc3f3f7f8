import { stateMachine } from "@ops/platform/contract";

/** 认证 of a person for a position (section 3.5). */
export const certStates = stateMachine({
  code: "STORE",
  entity: "认证",
  initial: "DOING",
  states: {
    DOING: "进行中",
    REVIEW: "待审核",
    CERTIFIED: "已认证",
    CHALLENGED: "待核实",
    FAILED: "未通过",
    EXPIRED: "已过期",
    REVOKED: "已吊销",
  },
  moves: {
    record: { label: "登记结果", from: ["DOING"], to: "DOING" },
    submit: { label: "提交审核", from: ["DOING"], to: "REVIEW" },
    certify: { label: "审核通过", from: ["REVIEW"], to: "CERTIFIED" },
    sendBack: { label: "退回", from: ["REVIEW"], to: "DOING" },
    fail: { label: "审核不通过", from: ["REVIEW"], to: "FAILED" },
    report: { label: "红线上报", from: ["CERTIFIED"], to: "CHALLENGED" },
    revoke: { label: "吊销", from: ["CHALLENGED"], to: "REVOKED" },
    clear: { label: "核实无误", from: ["CHALLENGED"], to: "CERTIFIED" },
    expire: { label: "到期", from: ["CERTIFIED", "CHALLENGED"], to: "EXPIRED" },
  },
});
export type CertificateState = keyof typeof certStates.states;
