import { stateMachine } from "@ops/platform/contract";

export const apiClientStates = stateMachine({
  code: "AUTHORITY",
  entity: "接口账号",
  initial: "ACTIVE",
  states: { ACTIVE: "正常", DISABLED: "停用", EXPIRED: "已过期" },
  moves: {
    rotate: { label: "轮换密钥", from: ["ACTIVE"], to: "ACTIVE" },
    disable: { label: "停用", from: ["ACTIVE", "EXPIRED"], to: "DISABLED" },
    enable: { label: "启用", from: ["DISABLED"], to: "ACTIVE" },
    expire: { label: "过期", from: ["ACTIVE"], to: "EXPIRED" },
    /** An expired client comes back into service when an edit gives it a later end. */
    prolong: { label: "延长有效期", from: ["EXPIRED"], to: "ACTIVE" },
  },
});
