import { callsOf, fen, reason, recordId, requiredText, wholeNumber } from "@ops/platform/contract";
import { decision } from "../decision.ts";
import { OrderShape, orderFrame } from "../order/shape.ts";
import { RefundShape, refundFrame } from "./shape.ts";

export const REFUND_APPROVE = "order:refund:approve";

const calls = callsOf(RefundShape, refundFrame);

/** Those that failed come first, because somebody has to do something about them. */
export const listRefunds = calls.list(
  RefundShape.query({
    is: ["state", "why"],
    within: ["createdAt"],
    sort: ["createdAt", "amountFen", "updatedAt"],
    more: { refundNo: wholeNumber("退款单号").optional(), orderNo: wholeNumber("订单号").optional() },
  }),
);
export const getRefund = calls.get();

/** Asks again for what was paid beyond the price, where its first request was rejected. */
export const addRefund = callsOf(OrderShape, orderFrame).on(
  "refunds",
  "申请退还多付款",
  {
    paymentId: recordId.meta({ label: "收款" }),
    amountFen: fen.min(1, "金额须大于0").meta({ label: "金额" }),
    reason,
  },
  { permission: "order:refund:apply", risk: "HIGH" },
);

export const decideRefund = calls.on("decide", "审核退款", decision, { permission: REFUND_APPROVE, risk: "HIGH" });

/** Sends a failed refund again, the same way. */
export const retryRefund = calls.on("retry", "重试退款", {}, { permission: "order:refund:retry", risk: "HIGH" });

/** Sends a failed refund to a bank account of the buyer instead (OR-R9). */
export const setRefundAccount = calls.on(
  "account",
  "退款改账户",
  {
    payeeName: requiredText("收款人", 60),
    bank: requiredText("开户银行", 60),
    ...RefundShape.required("account"),
  },
  { permission: "order:refund:account", risk: "HIGH" },
);
