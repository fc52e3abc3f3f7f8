import { stateMachine } from "@ops/platform/contract";

export const carConfigStates = stateMachine({
  code: "VEHICLE",
  entity: "配置",
  initial: "DRAFT",
  states: { DRAFT: "草稿", ENABLED: "启用", DISABLED: "停用" },
  moves: {
    enable: { label: "启用", from: ["DRAFT", "DISABLED"], to: "ENABLED" },
    disable: { label: "停用", from: ["ENABLED"], to: "DISABLED" },
  },
});
