import { businessErrors } from "@ops/platform/contract";

/** Refusals about cancellations (OR-R8). */
export const cancelErrors = businessErrors("ORDER", {
  cancelInvoice: "请先红冲发票",
  cancelWaive: "减免金额不能超过应扣金额",
  cancelWaiveReason: "请填写减免原因",
  cancelNote: "请填写驳回原因",
  cancelOther: "只能由申请人撤回",
});
