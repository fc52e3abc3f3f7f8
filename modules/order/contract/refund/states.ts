import { stateMachine } from "@ops/platform/contract";

/** 退款, from the request to the money at the customer's (section 3). */
export const refundStates = stateMachine({
  code: "ORDER",
  entity: "退款单",
  initial: "APPLIED",
  states: {
    APPLIED: "待审核",
    APPROVED: "待退款",
    PROCESSING: "退款中",
    SUCCESS: "已退款",
    FAILED: "退款失败",
    REJECTED: "已驳回",
  },
  moves: {
    approve: { label: "审核通过", from: ["APPLIED"], to: "APPROVED" },
    reject: { label: "驳回", from: ["APPLIED"], to: "REJECTED" },
    send: { label: "退款", from: ["APPROVED"], to: "PROCESSING" },
    resend: { label: "重试", from: ["FAILED"], to: "PROCESSING" },
    /** A channel that did not tell in time may still tell afterwards what became of it. */
    succeed: { label: "到账", from: ["PROCESSING", "FAILED"], to: "SUCCESS" },
    fail: { label: "退款失败", from: ["PROCESSING", "FAILED"], to: "FAILED" },
  },
});
