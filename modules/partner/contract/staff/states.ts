import { stateMachine } from "@ops/platform/contract";

/**
 * The life of a person of a partner (section 3.3). An expired certificate freezes the account, but is no state of its
 * own.
 */
export const staffStates = stateMachine({
  code: "PARTNER_STAFF",
  entity: "伙伴员工",
  initial: "REVIEW",
  states: {
    REVIEW: "待审核",
    REJECTED: "已驳回",
    TRAINING: "待认证",
    ACTIVE: "在职",
    LEAVING: "离职交接",
    LEFT: "已离职",
  },
  moves: {
    approve: { label: "审核通过", from: ["REVIEW"], to: "TRAINING" },
    reject: { label: "驳回", from: ["REVIEW"], to: "REJECTED" },
    resubmit: { label: "重新提交", from: ["REJECTED"], to: "REVIEW" },
    changePosition: { label: "变更岗位", from: ["TRAINING"], to: "REVIEW" },
    certify: { label: "开通账号", from: ["TRAINING"], to: "ACTIVE" },
    freeze: { label: "冻结", from: ["ACTIVE"], to: "ACTIVE" },
    unfreeze: { label: "解冻", from: ["ACTIVE"], to: "ACTIVE" },
    move: { label: "调店", from: ["ACTIVE"], to: "ACTIVE" },
    startLeave: { label: "办理离职", from: ["ACTIVE", "TRAINING"], to: "LEAVING" },
    leave: { label: "离职", from: ["LEAVING"], to: "LEFT" },
    rehire: { label: "复职", from: ["LEFT"], to: "REVIEW" },
  },
});
export type StaffState = keyof typeof staffStates.states;

/** 冻结来源: each source is lifted separately. The account is usable while there is none and the state is ACTIVE. */
export const freezeSources = {
  PARTNER_SUSPEND: "伙伴暂停",
  CERT_EXPIRED: "认证过期",
  INACTIVE: "长期未登录",
  MANUAL: "人工冻结",
  SECURITY: "安全冻结",
} as const;
export type FreezeSource = keyof typeof freezeSources;

/** 用工: how somebody is employed. */
export const staffContractTypes = { FULL: "全职", PART: "兼职", DISPATCH: "劳务派遣", OUTSOURCE: "外包" } as const;
