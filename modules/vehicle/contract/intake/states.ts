import { stateMachine } from "@ops/platform/contract";

export const intakeStates = stateMachine({
  code: "VEHICLE",
  entity: "事件",
  initial: "PENDING",
  states: { PENDING: "待处理", APPLIED: "已应用", IGNORED: "已忽略", WAITING: "等待建档", FAILED: "失败" },
  moves: {
    apply: { label: "应用", from: ["PENDING", "WAITING", "FAILED"], to: "APPLIED" },
    ignore: { label: "忽略", from: ["PENDING", "WAITING", "FAILED"], to: "IGNORED" },
    wait: { label: "等待建档", from: ["PENDING", "WAITING", "FAILED"], to: "WAITING" },
    fail: { label: "失败", from: ["PENDING", "WAITING", "FAILED"], to: "FAILED" },
    replay: { label: "重放", from: ["PENDING", "WAITING", "FAILED"], to: "PENDING" },
  },
});
export type IntakeState = keyof typeof intakeStates.states;
