import { businessErrors } from "@ops/platform/contract";

/** Refusals about refunds (OR-R9). */
export const refundErrors = businessErrors("ORDER", {
  refundName: "收款人须与购车人一致",
  refundSum: "退款金额与扣款金额之和须等于已付金额",
  refundExcess: "该笔收款可退的多付金额为{amount}元",
  refundUnsure: "渠道尚未确认结果，请先重试查询",
  refundNote: "请填写驳回原因",
});
