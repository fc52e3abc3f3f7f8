import {
  accountNumber,
  boundedText,
  moment,
  requiredText,
  sealed,
  shape,
  typedMoment,
  unmaskableOf,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { bankAccountStates } from "./states.ts";

export const BankAccountShape = shape("partnerBankAccount", "结算账户", {
  accountName: requiredText("账户名", 100),
  bank: requiredText("开户银行", 60),
  branch: requiredText("开户支行", 100),
  accountNo: sealed("bankCard", accountNumber),
  reason: boundedText("变更原因", 200).min(1, "请输入变更原因！"),
  state: bankAccountStates.schema,
  stateReason: boundedText("说明", 200).nullable(),
  confirmedAt: typedMoment("伙伴确认时间").nullable(),
  /** The moment from which settlements use this account. */
  activeFrom: typedMoment("启用时间").nullable(),
  activeUntil: typedMoment("停用时间").nullable(),
});

export const BankAccount = BankAccountShape.answer({
  verifiedAt: withMeta(moment.nullable(), { label: "财务校验时间" }),
  verifiedByName: withMeta(z.string().nullable(), { label: "财务审批人" }),
  /** The phone that receives the code, masked. */
  confirmPhone: withMeta(z.string(), { label: "确认手机号", masked: true }),
  isOwn: z.boolean(),
  createdByName: withMeta(z.string(), { label: "提交人" }),
  createdAt: moment.meta({ label: "提交时间" }),
});
export type BankAccount = z.output<typeof BankAccount>;

export const unmaskBankAccount = unmaskableOf(BankAccountShape, "partner:account:unmask", "伙伴结算账户");
