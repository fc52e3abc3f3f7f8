import { stateMachine } from "@ops/platform/contract";

export const userStates = stateMachine({
  code: "AUTHORITY",
  entity: "账号",
  initial: "PENDING",
  states: { PENDING: "待激活", ACTIVE: "正常", DISABLED: "停用", DORMANT: "休眠", LEFT: "已离职" },
  moves: {
    firstLogin: { label: "首次登录", from: ["PENDING"], to: "ACTIVE" },
    disable: { label: "停用", from: ["PENDING", "ACTIVE", "DORMANT"], to: "DISABLED" },
    enable: { label: "启用", from: ["DISABLED", "DORMANT"], to: "ACTIVE" },
    offboard: { label: "离职", from: ["PENDING", "ACTIVE", "DISABLED", "DORMANT"], to: "LEFT" },
    rehire: { label: "复职", from: ["LEFT"], to: "PENDING" },
    sleep: { label: "休眠", from: ["ACTIVE"], to: "DORMANT" },
  },
});
export type UserState = keyof typeof userStates.states;
