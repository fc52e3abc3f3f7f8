import { stateMachine } from "@ops/platform/contract";

export const otherAccountStates = stateMachine({
  code: "AUTHORITY",
  entity: "第三方账号",
  initial: "BOUND",
  states: { BOUND: "已绑定", CONFLICT: "冲突", UNBOUND: "已解绑" },
  moves: {
    bind: { label: "绑定", from: ["UNBOUND"], to: "BOUND" },
    unbind: { label: "解绑", from: ["BOUND"], to: "UNBOUND" },
    resolve: { label: "处理冲突", from: ["CONFLICT"], to: "BOUND" },
    discard: { label: "处理冲突", from: ["CONFLICT"], to: "UNBOUND" },
  },
});
