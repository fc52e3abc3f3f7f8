import { fen, oneOf, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { refundStates } from "./states.ts";

/** Why money goes back. */
export const refundReasons = { CANCEL: "退订", EXCESS: "多付", LATE: "关闭后到账" } as const;

export const RefundShape = shape("orderRefund", "退款", {
  refundNo: withMeta(z.string(), { label: "退款单号" }),
  orderId: withMeta(z.string(), { label: "订单" }),
  paymentId: withMeta(z.string(), { label: "收款" }),
  why: oneOf(refundReasons).meta({ label: "原因" }),
  amountFen: withMeta(fen, { label: "金额" }),
  state: refundStates.schema,
});
