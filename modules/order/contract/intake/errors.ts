import { businessErrors } from "@ops/platform/contract";

/** Refusals about what is told of orders (OR-R14). */
export const intakeErrors = businessErrors("ORDER", {
  eventUnknown: "未知事件类型",
  eventPayload: "事件内容不正确：{field}",
  eventDiffers: "同一事件号内容不一致",
  eventForgotten: "事件内容已清理，不能重放",
  wrongStore: "车辆到达门店与交付门店不一致",
  orderUnknown: "订单不存在",
});
