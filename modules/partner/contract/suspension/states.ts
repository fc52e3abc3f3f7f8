import { stateMachine } from "@ops/platform/contract";

/** The life of a 暂停/清退单 (section 3.4). An exit starts as CONFIRMED, because it needs only one person and a plan. */
export const suspensionStates = stateMachine({
  code: "PARTNER_SUSPENSION",
  entity: "暂停单",
  initial: "DRAFT",
  states: {
    DRAFT: "草稿",
    REJECTED: "已驳回",
    CONFIRMED: "已复核",
    EXECUTING: "执行中",
    DONE: "已完成",
    PARTLY: "部分完成",
    UNDOING: "恢复中",
    UNDONE: "已恢复",
  },
  moves: {
    preview: { label: "预览", from: ["DRAFT"], to: "DRAFT" },
    submit: { label: "提交复核", from: ["DRAFT"], to: "DRAFT" },
    reject: { label: "驳回", from: ["DRAFT"], to: "REJECTED" },
    confirm: { label: "确认", from: ["DRAFT"], to: "CONFIRMED" },
    execute: { label: "执行", from: ["CONFIRMED", "EXECUTING"], to: "EXECUTING" },
    finish: { label: "完成", from: ["EXECUTING"], to: "DONE" },
    halt: { label: "中断", from: ["EXECUTING", "DONE"], to: "PARTLY" },
    retry: { label: "重试", from: ["PARTLY"], to: "EXECUTING" },
    undo: { label: "恢复", from: ["DONE", "PARTLY"], to: "UNDOING" },
    finishUndo: { label: "完成恢复", from: ["UNDOING"], to: "UNDONE" },
  },
});
export type SuspensionState = keyof typeof suspensionStates.states;

export const suspensionKinds = { SUSPEND: "暂停", TERMINATE: "清退" } as const;
export const itemStates = { WAITING: "待处理", DONE: "已处理", FAILED: "失败", SKIPPED: "未执行" } as const;
export const restoreStates = { RESTORED: "已恢复", KEPT: "未恢复", FAILED: "恢复失败" } as const;
