import { stateMachine } from "@ops/platform/contract";

export const partnerStates = stateMachine({
  code: "PARTNER",
  entity: "合作伙伴",
  initial: "DRAFT",
  states: {
    DRAFT: "草稿",
    REVIEW: "待审核",
    REJECTED: "已驳回",
    ONBOARDING: "入驻中",
    ACTIVE: "合作中",
    SUSPENDED: "已暂停",
    EXITING: "清退中",
    TERMINATED: "已终止",
  },
  moves: {
    submit: { label: "提交", from: ["DRAFT", "REJECTED"], to: "REVIEW" },
    approve: { label: "审核通过", from: ["REVIEW"], to: "ONBOARDING" },
    reject: { label: "驳回", from: ["REVIEW"], to: "REJECTED" },
    activate: { label: "启用", from: ["ONBOARDING"], to: "ACTIVE" },
    suspend: { label: "暂停", from: ["ACTIVE"], to: "SUSPENDED" },
    resume: { label: "恢复", from: ["SUSPENDED"], to: "ACTIVE" },
    startExit: { label: "清退", from: ["ACTIVE", "SUSPENDED"], to: "EXITING" },
    terminate: { label: "终止", from: ["EXITING"], to: "TERMINATED" },
    cancelExit: { label: "取消清退", from: ["EXITING"], to: "SUSPENDED" },
    /** Takes back an exit that began while the partner was working. */
    withdrawExit: { label: "取消清退", from: ["EXITING"], to: "ACTIVE" },
  },
});
export type PartnerState = keyof typeof partnerStates.states;
