import { businessErrors } from "@ops/platform/contract";

/** Refusals of rows of 历史订单 (section 8). */
export const historyErrors = businessErrors("ORDER", {
  historyTwice: "订单号重复（第{n}行）",
  historyKnown: "订单号已存在",
  historyState: "状态不正确",
  historyTime: "{column}格式不正确",
  historyFuture: "{column}不能晚于现在",
  historyLockedNone: "已锁单的订单请填写锁单时间",
  historyLocked: "锁单时间早于下单时间",
  historyDeliveredNone: "已交付的订单请填写交付时间，其他订单请勿填写",
  historyDelivered: "交付时间早于锁单时间",
  historyCarNone: "已下线的订单请填写VIN",
  historyCar: "车辆未建档",
  historyCarDiff: "车辆与订单配置不一致",
  historyVin: "VIN已绑定其他订单",
  historyHeld: "车辆在锁单时间之后才由上一占用退回，请核对VIN与锁单时间",
  historyPaid: "已付金额大于应付金额",
});
