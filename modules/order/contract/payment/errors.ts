import { businessErrors } from "@ops/platform/contract";

/** Refusals about payments. */
export const paymentErrors = businessErrors("ORDER", {
  txnDup: "该流水号已入账",
  paidLater: "付款时间不能晚于现在",
});
