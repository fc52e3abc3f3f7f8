import { stateMachine } from "@ops/platform/contract";

/** 交付预约 (OR-R11). */
export const appointmentStates = stateMachine({
  code: "ORDER",
  entity: "交付预约",
  initial: "BOOKED",
  states: { BOOKED: "已预约", DONE: "已完成", CANCELLED: "已取消", NO_SHOW: "未到店" },
  moves: {
    finish: { label: "完成", from: ["BOOKED"], to: "DONE" },
    cancel: { label: "取消", from: ["BOOKED"], to: "CANCELLED" },
    miss: { label: "未到店", from: ["BOOKED"], to: "NO_SHOW" },
  },
});
