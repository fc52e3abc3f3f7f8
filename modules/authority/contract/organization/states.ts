import { stateMachine, switchStates } from "@ops/platform/contract";

export const organizationStates = switchStates("AUTHORITY", "组织");
export type OrganizationState = keyof typeof organizationStates.states;

export const orgChangeStates = stateMachine({
  code: "AUTHORITY",
  entity: "组织变更单",
  initial: "PLANNED",
  states: { PLANNED: "待执行", RUNNING: "执行中", DONE: "已执行", CANCELED: "已撤销", FAILED: "失败" },
  moves: {
    execute: { label: "执行", from: ["PLANNED", "RUNNING"], to: "DONE" },
    /** The organisation is being merged: its business is still being handed over, module by module. */
    begin: { label: "开始执行", from: ["PLANNED"], to: "RUNNING" },
    fail: { label: "执行失败", from: ["PLANNED"], to: "FAILED" },
    cancel: { label: "撤销", from: ["PLANNED"], to: "CANCELED" },
  },
});
export type OrgChangeState = keyof typeof orgChangeStates.states;
