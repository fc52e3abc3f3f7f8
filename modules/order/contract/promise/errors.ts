import { businessErrors } from "@ops/platform/contract";

/** Refusals about promises (OR-R6). */
export const promiseErrors = businessErrors("ORDER", {
  promiseEvidence: "客户原因变更须上传凭证",
  promiseNone: "订单没有承诺交付日",
  promiseLater: "新的交付日须晚于承诺交付日1–{most}天",
  promisePast: "预计交付日不能早于今天",
});
