import { boundedText, oneOf } from "@ops/platform/contract";

const verdicts = { APPROVE: "通过", REJECT: "驳回" } as const;

/** What whoever decides about a change, a cancellation or a refund types. */
export const decision = {
  verdict: oneOf(verdicts, "请选择审批结果").meta({ label: "审批结果" }),
  note: boundedText("审批意见", 200).optional(),
};
