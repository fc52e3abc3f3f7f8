import { boundedText, day, fen, moment, oneOf, requiredText, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";

export const depositKinds = { PAY: "缴纳", DEDUCT: "扣除", REFUND: "退还" } as const;

export const DepositShape = shape("partnerDeposit", "保证金流水", {
  kind: oneOf(depositKinds, "请选择类型").meta({ label: "类型" }),
  amountFen: fen.min(1, "金额须大于0").meta({ label: "金额" }),
  happenedOn: day.meta({ label: "发生日期" }),
  voucher: requiredText("凭证号", 60),
  note: boundedText("备注", 200).nullable(),
  balanceAfterFen: fen.meta({ label: "余额" }),
});

/** An entry is never changed, so it has no version. */
export const DepositEntry = DepositShape.answer({
  amountFen: fen.meta({ label: "金额" }),
  createdByName: withMeta(z.string(), { label: "登记人" }),
  createdAt: moment.meta({ label: "登记时间" }),
}).omit({ version: true });
export type DepositEntry = z.output<typeof DepositEntry>;
