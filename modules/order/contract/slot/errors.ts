import { businessErrors } from "@ops/platform/contract";

/** Refusals about slots and appointments (OR-R11). */
export const slotErrors = businessErrors("ORDER", {
  slotFull: "该时段已约满",
  slotNone: "该时段不可预约，请重新选择",
  slotSame: "新的预约时间与原来相同",
  slotStore: "请先选择交付门店",
  rescheduleMax: "改约已达3次",
  moveReason: "改约须选择责任方并填写原因",
  appointmentNone: "订单没有交付预约",
});
