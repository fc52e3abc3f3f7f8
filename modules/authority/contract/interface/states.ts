import { stateMachine } from "@ops/platform/contract";

export const interfaceStates = stateMachine({
  code: "AUTHORITY",
  entity: "接口",
  initial: "ENABLED",
  states: { ENABLED: "启用", DISABLED: "已停用", REMOVED: "已下线" },
  moves: {
    disable: { label: "停用", from: ["ENABLED"], to: "DISABLED" },
    enable: { label: "启用", from: ["DISABLED"], to: "ENABLED" },
    remove: { label: "下线", from: ["ENABLED", "DISABLED"], to: "REMOVED" },
    return: { label: "恢复", from: ["REMOVED"], to: "ENABLED" },
  },
});
export type InterfaceState = keyof typeof interfaceStates.states;
