import { stateMachine } from "@ops/platform/contract";

export const taskStates = stateMachine({
  code: "PARTNER",
  entity: "入驻任务",
  initial: "WAITING",
  states: { WAITING: "待处理", DOING: "处理中", DONE: "已完成", REJECTED: "已退回" },
  moves: {
    start: { label: "开始处理", from: ["WAITING", "REJECTED"], to: "DOING" },
    done: { label: "完成", from: ["WAITING", "DOING", "REJECTED"], to: "DONE" },
    reject: { label: "退回", from: ["DOING", "DONE"], to: "REJECTED" },
  },
});
