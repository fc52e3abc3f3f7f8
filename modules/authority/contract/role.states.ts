import { stateMachine } from "@ops/platform/contract";

export const roleStates = stateMachine({
  code: "AUTHORITY",
  entity: "角色",
  initial: "ENABLED",
  states: { ENABLED: "启用", DISABLED: "停用" },
  moves: {
    disable: { label: "停用", from: ["ENABLED"], to: "DISABLED" },
    enable: { label: "启用", from: ["DISABLED"], to: "ENABLED" },
  },
});
