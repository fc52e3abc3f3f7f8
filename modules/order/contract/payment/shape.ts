import { boundedText, fen, oneOf, requiredText, shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";

export const paymentKinds = { SMALL: "小定", BIG: "大定", DOWN: "首付", BALANCE: "尾款", LOAN: "放款" } as const;
export const paymentChannels = {
  WECHAT: "微信",
  ALIPAY: "支付宝",
  BANK: "银行转账",
  POS: "POS",
  LOAN: "贷款",
} as const;
export const paymentStates = { PENDING: "待确认", SUCCESS: "成功", FAILED: "失败" } as const;

export const PaymentShape = shape("orderPayment", "收款", {
  orderId: withMeta(z.string(), { label: "订单" }),
  payNo: withMeta(z.string(), { label: "收款单号" }),
  kind: oneOf(paymentKinds, "请选择款项").meta({ label: "款项" }),
  channel: oneOf(paymentChannels, "请选择渠道").meta({ label: "渠道" }),
  amountFen: fen.min(1, "金额须大于0").meta({ label: "金额" }),
  /** What was paid beyond the price and goes back (OR-R3). */
  excessFen: fen.meta({ label: "多付" }),
  state: oneOf(paymentStates).meta({ label: "状态" }),
  txnNo: requiredText("流水号", 60),
  paidAt: typedMoment("付款时间"),
  remark: boundedText("备注", 200).nullable().default(null),
});
