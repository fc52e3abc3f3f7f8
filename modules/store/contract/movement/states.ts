import { stateMachine } from "@ops/platform/contract";

/** 异动, from the request to its effect (section 3.3). */
export const movementStates = stateMachine({
  code: "STORE",
  entity: "异动单",
  initial: "WAITING",
  states: {
    WAITING: "待审批",
    APPROVED: "待生效",
    RUNNING: "生效中",
    DONE: "已生效",
    FAILED: "待处理",
    REJECTED: "已驳回",
    WITHDRAWN: "已撤回",
  },
  moves: {
    approve: { label: "审批通过", from: ["WAITING"], to: "APPROVED" },
    reject: { label: "驳回", from: ["WAITING"], to: "REJECTED" },
    withdraw: { label: "撤回", from: ["WAITING", "APPROVED", "FAILED"], to: "WITHDRAWN" },
    /** The account of the person was closed in 用户管理 (ST-R33). */
    lose: { label: "人员已离职", from: ["WAITING", "APPROVED", "RUNNING", "FAILED"], to: "WITHDRAWN" },
    run: { label: "生效", from: ["APPROVED"], to: "RUNNING" },
    finish: { label: "完成生效", from: ["RUNNING"], to: "DONE" },
    fail: { label: "生效失败", from: ["RUNNING"], to: "FAILED" },
    retry: { label: "重试", from: ["FAILED"], to: "RUNNING" },
    /** Successors may change as long as the work is still with the person. */
    arrange: { label: "调整交接", from: ["WAITING", "APPROVED", "FAILED"], to: "WAITING" },
  },
});
export type MovementState = keyof typeof movementStates.states;

export const movementKinds = { TRANSFER: "调店", POSITION: "调岗", LEAVE: "离职" } as const;
export type MovementKind = keyof typeof movementKinds;

/** 交接 of one kind of work. */
export const handoverStates = { WAITING: "待交接", DONE: "已交接", FAILED: "未完成" } as const;
