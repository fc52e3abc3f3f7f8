import { businessErrors } from "@ops/platform/contract";

/** Refusals about policies. */
export const policyErrors = businessErrors("ORDER", {
  policyCode: "政策编码已存在",
  policyDays: "结束日期不能早于开始日期",
  policyOff: "优惠政策{name}当前不适用",
  policyKind: "优惠政策{name}不属于{kind}",
});
