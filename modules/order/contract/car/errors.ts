import { businessErrors } from "@ops/platform/contract";

/** Refusals about the car of an order (OR-R13). */
export const orderCarErrors = businessErrors("ORDER", {
  vinUsed: "该车已被{holder}占用",
  carDiff: "车辆与订单配置不一致：{list}",
  carBound: "订单已绑定车辆{vin}",
  carNone: "订单还没有车辆",
  carSame: "新车与原车相同",
});
