import { stateMachine } from "@ops/platform/contract";

/** 门店项目 (section 3.6). */
export const projectStates = stateMachine({
  code: "STORE",
  entity: "门店项目",
  initial: "DRAFT",
  states: { DRAFT: "草稿", RUNNING: "进行中", PAUSED: "已暂停", DONE: "已完成", TERMINATED: "已终止" },
  moves: {
    start: { label: "启动", from: ["DRAFT"], to: "RUNNING" },
    pause: { label: "暂停", from: ["RUNNING"], to: "PAUSED" },
    resume: { label: "恢复", from: ["PAUSED"], to: "RUNNING" },
    terminate: { label: "终止", from: ["DRAFT", "RUNNING", "PAUSED"], to: "TERMINATED" },
    /** With the node 开业. */
    finish: { label: "完成", from: ["RUNNING"], to: "DONE" },
    edit: { label: "编辑", from: ["DRAFT", "RUNNING", "PAUSED"], to: "DRAFT" },
    plan: { label: "编排节点", from: ["DRAFT", "RUNNING"], to: "DRAFT" },
    /** Nodes are added and removed before the start alone. */
    compose: { label: "增删节点", from: ["DRAFT"], to: "DRAFT" },
    /** Everything that people do on the site: progress, evidence, acceptance, verification. */
    work: { label: "填报进度", from: ["RUNNING"], to: "RUNNING" },
    rebaseline: { label: "调整基线", from: ["RUNNING"], to: "RUNNING" },
    verify: { label: "验收", from: ["RUNNING"], to: "RUNNING" },
    rectify: { label: "整改", from: ["RUNNING", "DONE"], to: "RUNNING" },
  },
});
export type ProjectState = keyof typeof projectStates.states;

/** 节点 (section 3.7). */
export const nodeStates = stateMachine({
  code: "STORE",
  entity: "节点",
  initial: "NOT_STARTED",
  states: {
    NOT_STARTED: "未开始",
    DOING: "进行中",
    SUBMITTED: "待验收",
    DONE: "已完成",
    WAIVED: "已豁免",
    CANCELLED: "已取消",
  },
  moves: {
    begin: { label: "填报进度", from: ["NOT_STARTED", "DOING"], to: "DOING" },
    edit: { label: "编辑", from: ["NOT_STARTED", "DOING"], to: "DOING" },
    submit: { label: "提交验收", from: ["DOING"], to: "SUBMITTED" },
    accept: { label: "验收通过", from: ["SUBMITTED"], to: "DONE" },
    sendBack: { label: "退回", from: ["SUBMITTED"], to: "DOING" },
    waive: { label: "豁免", from: ["NOT_STARTED", "DOING"], to: "WAIVED" },
    cancel: { label: "取消", from: ["NOT_STARTED", "DOING", "SUBMITTED"], to: "CANCELLED" },
  },
});
export type NodeState = keyof typeof nodeStates.states;

export const UNFINISHED_NODES = ["NOT_STARTED", "DOING", "SUBMITTED"] as const satisfies readonly NodeState[];

/** 验收 (section 3.8). */
export const verificationStates = stateMachine({
  code: "STORE",
  entity: "验收",
  initial: "WAITING",
  states: { WAITING: "待验收", DOING: "验收中", PASSED: "通过", CONDITIONAL: "有条件通过", FAILED: "不通过" },
  moves: {
    save: { label: "填写验收单", from: ["WAITING", "DOING"], to: "DOING" },
    pass: { label: "通过", from: ["WAITING", "DOING", "CONDITIONAL"], to: "PASSED" },
  },
});
export type VerificationState = keyof typeof verificationStates.states;

/** 整改项 of a verification. */
export const rectificationStates = stateMachine({
  code: "STORE",
  entity: "整改项",
  initial: "OPEN",
  states: { OPEN: "待整改", CHECKING: "待复核", CLOSED: "已关闭" },
  moves: {
    finish: { label: "提交整改", from: ["OPEN"], to: "CHECKING" },
    close: { label: "关闭整改", from: ["CHECKING"], to: "CLOSED" },
  },
});

export const rectificationLevels = { NORMAL: "一般", MAJOR: "重大" } as const;
export const projectRisks = { NORMAL: "正常", WARN: "预警", LATE: "逾期", SEVERE: "严重逾期" } as const;
export type ProjectRisk = keyof typeof projectRisks;
export const evidenceCategories = {
  PHOTO: "现场图",
  DRAWING: "图纸",
  CONTRACT: "合同",
  PAPER: "证照",
  OTHER: "其他",
} as const;
export const evidenceFlags = {
  DUP: "重复",
  TIME: "拍摄时间异常",
  PLACE: "位置异常",
  NO_FACTS: "无拍摄信息",
} as const;
