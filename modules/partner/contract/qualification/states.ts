import { stateMachine } from "@ops/platform/contract";

export const qualificationStates = stateMachine({
  code: "PARTNER",
  entity: "资质",
  initial: "WAITING",
  states: { WAITING: "待审核", VALID: "有效", REJECTED: "驳回", EXPIRED: "过期" },
  moves: {
    approve: { label: "审核通过", from: ["WAITING"], to: "VALID" },
    reject: { label: "驳回", from: ["WAITING"], to: "REJECTED" },
    expire: { label: "到期", from: ["VALID"], to: "EXPIRED" },
  },
});
export type QualificationState = keyof typeof qualificationStates.states;
