import { stateMachine } from "@ops/platform/contract";

export const taskStates = stateMachine({
  code: "PARTNER",
  entity: "入驻任务",
  initial: "TODO",
  states: { TODO: "待处理", DOING: "处理中", DONE: "已完成", REJECTED: "已退回" },
  moves: {
    start: { label: "开始处理", from: ["TODO", "REJECTED"], to: "DOING" },
    done: { label: "完成", from: ["TODO", "DOING", "REJECTED"], to: "DONE" },
    reject: { label: "退回", from: ["DOING", "DONE"], to: "REJECTED" },
  },
});
