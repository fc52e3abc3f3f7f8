import { stateMachine } from "@ops/platform/contract";

/** The life of an employment (section 3.2). */
export const staffStates = stateMachine({
  code: "STORE",
  entity: "人员",
  initial: "CANDIDATE",
  states: {
    CANDIDATE: "候选人",
    INTERVIEWING: "面试中",
    TO_JOIN: "待入职",
    TRAINING: "培训认证中",
    IN_POST: "在岗",
    MOVING: "调动中",
    LEAVING: "离职办理中",
    LEFT: "已离职",
    REJECTED: "已淘汰",
  },
  moves: {
    enterDirectly: { label: "直接录用", from: ["CANDIDATE"], to: "TO_JOIN" },
    reject: { label: "淘汰", from: ["CANDIDATE", "INTERVIEWING", "TO_JOIN"], to: "REJECTED" },
    arrange: { label: "安排面试", from: ["CANDIDATE", "INTERVIEWING"], to: "INTERVIEWING" },
    offer: { label: "录用", from: ["INTERVIEWING"], to: "TO_JOIN" },
    onboard: { label: "办理入职", from: ["TO_JOIN"], to: "IN_POST" },
    /** The position asks for a certificate that the person does not have yet (ST-R13). */
    onboardToTrain: { label: "办理入职", from: ["TO_JOIN"], to: "TRAINING" },
    certify: { label: "认证上岗", from: ["TRAINING"], to: "IN_POST" },
    standDown: { label: "下岗培训", from: ["IN_POST"], to: "TRAINING" },
    startMove: { label: "调动", from: ["TRAINING", "IN_POST"], to: "MOVING" },
    endMove: { label: "完成调动", from: ["MOVING"], to: "IN_POST" },
    /** The new position asks for a certificate that the person does not have. */
    endMoveToTrain: { label: "完成调动", from: ["MOVING"], to: "TRAINING" },
    undoMove: { label: "撤销调动", from: ["MOVING"], to: "IN_POST" },
    startLeave: { label: "离职", from: ["TRAINING", "IN_POST"], to: "LEAVING" },
    undoLeave: { label: "撤销离职", from: ["LEAVING"], to: "IN_POST" },
    leave: { label: "完成离职", from: ["LEAVING"], to: "LEFT" },
    /** The account was closed in 用户管理 (ST-R33). */
    lose: { label: "账号停用离职", from: ["TRAINING", "IN_POST", "MOVING", "LEAVING"], to: "LEFT" },
    /** The old row stays; this is the state of the new one. */
    rehire: { label: "返聘", from: ["LEFT", "REJECTED"], to: "CANDIDATE" },
  },
});
export type StaffState = keyof typeof staffStates.states;

/** The states of somebody who has an account and a post. */
export const workingStates = ["TRAINING", "IN_POST", "MOVING", "LEAVING"] as const satisfies readonly StaffState[];
/** The states before the onboarding. */
export const hiringStates = ["CANDIDATE", "INTERVIEWING", "TO_JOIN"] as const satisfies readonly StaffState[];

export const isWorking = (state: StaffState): boolean => workingStates.some((one) => one === state);
export const isHiring = (state: StaffState): boolean => hiringStates.some((one) => one === state);

/** 用工. */
export const employTypes = { FULL: "正式", DISPATCH: "劳务派遣", INTERN: "实习", OUTSOURCE: "外包" } as const;

/** 来源 that people choose; the others are set by the import and by adoption. */
export const chosenSources = {
  SITE: "招聘网站",
  REFERRAL: "内推",
  HUNTER: "猎头",
  CAMPUS: "校招",
  WALK_IN: "自荐",
} as const;
export const staffSources = {
  SITE: "招聘网站",
  REFERRAL: "内推",
  HUNTER: "猎头",
  CAMPUS: "校招",
  WALK_IN: "自荐",
  IMPORT: "导入",
  ADOPTED: "系统接管",
} as const;

export const leaveTypes = { RESIGN: "主动", DISMISS: "辞退", EXPIRE: "合同到期", OTHER: "其他" } as const;

/** 账号 of a person, as lists show it. */
export const staffAccounts = { NONE: "未开通", USABLE: "可用", FROZEN: "不可用", CLOSED: "已关闭" } as const;

/** 认证状态 for the present position. */
export const staffCertStates = {
  NONE: "无需认证",
  PENDING: "未认证",
  DOING: "认证中",
  CERTIFIED: "已认证",
  EXPIRING: "即将到期",
  EXPIRED: "已过期",
  REVOKED: "已吊销",
} as const;
export type StaffCertState = keyof typeof staffCertStates;
