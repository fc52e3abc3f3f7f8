import {
  accountNumber,
  createdAt,
  fen,
  oneOf,
  requiredText,
  sealed,
  shape,
  typedMoment,
  unmaskableOf,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { orderFrames } from "../words.ts";
import { refundStates } from "./states.ts";

/** Why money goes back. */
export const refundReasons = { CANCEL: "退订", EXCESS: "多付", LATE: "关闭后到账" } as const;

/** Where the money goes: to the channel it came from or, where that refuses, to an account of the buyer (OR-R9). */
export const refundRoutes = { CHANNEL: "原路退回", ACCOUNT: "银行账户" } as const;

export const RefundShape = shape("orderRefund", "退款", {
  refundNo: withMeta(z.string(), { label: "退款单号" }),
  orderId: withMeta(z.string(), { label: "订单" }),
  paymentId: withMeta(z.string(), { label: "收款" }),
  why: oneOf(refundReasons).meta({ label: "原因" }),
  amountFen: fen.meta({ label: "金额" }),
  state: refundStates.schema,
  route: oneOf(refundRoutes).meta({ label: "退款方式" }),
  bank: requiredText("开户银行", 60).nullable(),
  account: sealed("bankCard", withMeta(accountNumber.nullable(), { label: "账号" })),
  note: withMeta(z.string().nullable(), { label: "审核意见" }),
  failureReason: withMeta(z.string().nullable(), { label: "失败原因" }),
  /** The number of the payment at the channel, once it has arrived. */
  channelNo: withMeta(z.string().nullable(), { label: "渠道流水号" }),
  finishedAt: typedMoment("到账时间").nullable(),
});

/** Bank accounts of buyers in clear (section 7). */
export const unmaskRefund = unmaskableOf(RefundShape, "order:refund:unmask");

export const Refund = RefundShape.answer({
  orderNo: withMeta(z.string(), { label: "订单号" }),
  customerName: withMeta(z.string(), { label: "客户", masked: true }),
  payNo: withMeta(z.string(), { label: "收款单号" }),
  channelName: withMeta(z.string(), { label: "收款渠道" }),
  createdByName: withMeta(z.string(), { label: "申请人" }),
  createdAt,
  updatedAt,
});
export type Refund = z.output<typeof Refund>;

/** What all calls of refunds have in common. */
export const refundFrame = orderFrames("refunds", Refund, { view: "order:refund:list", edit: "order:refund:retry" });
