import { businessErrors } from "@ops/platform/contract";

/** Refusals about orders: `ORDER_…`. */
export const orderErrors = businessErrors("ORDER", {
  duplicate: "该客户已有进行中的同配置订单{no}，确认再次下单？",
  orderGone: "订单不存在",
  externalDup: "该来源的外部订单号已存在",
  advisorStore: "销售顾问须是下单门店的在岗人员",
  partnerOff: "合作伙伴已停用订单代下，不能下单",
  held: "订单已挂起（{reason}），请先解除挂起",
  heldAlready: "订单已挂起",
  notHeld: "订单没有挂起",
  fieldLocked: "锁单后不能修改{field}",
  choice: "请先选择配置",
  seriesConfig: "配置不属于所选车系",
  priceLimit: "优惠超出政策上限{amount}元，请由有价格权限的人员录入",
  linePolicy: "{kind}须选择优惠政策",
  linePack: "{kind}不使用优惠政策",
  issueGone: "该异常已处理",
  issueRetry: "该异常不能重试，请按说明处理",
  clueLinked: "该订单已关联其他线索",
  changeOpen: "已有进行中的变更",
  priceBelow: "优惠合计不能超过车价",
});
