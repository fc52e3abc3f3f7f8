import {
  boundedText,
  endpoint,
  idParams,
  moment,
  reason,
  requiredText,
  unmaskable,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { bankAccountStates } from "./states.ts";

const PAGE = "/Partner/list";
const EDIT = "partner:account:edit";
const APPROVE = "partner:account:approve";

export const unmaskBankAccount = unmaskable({
  name: "伙伴结算账户",
  bizType: "partnerBankAccount",
  code: "partner:account:unmask",
  fields: { accountNo: "账号" },
});

export const BankAccount = z.object({
  id: z.string(),
  accountName: z.string().meta({ label: "账户名" }),
  bank: z.string().meta({ label: "开户银行" }),
  branch: z.string().meta({ label: "开户支行" }),
  accountNo: z.string().meta({ label: "账号", masked: true }),
  reason: z.string().meta({ label: "变更原因" }),
  state: bankAccountStates.schema,
  stateReason: z.string().nullable().meta({ label: "说明" }),
  verifiedAt: moment.nullable().meta({ label: "财务校验时间" }),
  verifiedByName: z.string().nullable().meta({ label: "财务审批人" }),
  confirmedAt: moment.nullable().meta({ label: "伙伴确认时间" }),
  /** Settlements from then on use it. */
  activeFrom: moment.nullable().meta({ label: "启用时间" }),
  activeUntil: moment.nullable().meta({ label: "停用时间" }),
  /** The phone that the code goes to. */
  confirmPhone: z.string().meta({ label: "确认手机号", masked: true }),
  isOwn: z.boolean(),
  createdByName: z.string().meta({ label: "提交人" }),
  createdAt: moment.meta({ label: "提交时间" }),
  version,
});
export type BankAccount = z.output<typeof BankAccount>;

const answer = z.object({ list: z.array(BankAccount) });

export const listBankAccounts = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/bank-accounts",
  title: "结算账户列表",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  answer,
});

export const addBankAccount = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/bank-accounts",
  audit: "提交结算账户",
  permission: EDIT,
  risk: "HIGH",
  secret: true,
  page: PAGE,
  params: idParams,
  body: z.object({
    accountName: requiredText("账户名", 100),
    bank: requiredText("开户银行", 60),
    branch: requiredText("开户支行", 100),
    // typed in groups or not, it is the same number
    accountNo: z
      .string("请输入账号！")
      .regex(/^(\d[ -]?){8,30}$/, "账号须为8至30位数字")
      .transform((text) => text.replace(/[ -]/g, ""))
      .meta({ label: "账号" }),
    reason: boundedText("变更原因", 200).min(1, "请输入变更原因！"),
  }),
  answer: BankAccount,
});

export const approveBankAccount = endpoint({
  method: "POST",
  path: "/partner/v1/bank-accounts/{id}/approve",
  audit: "审批结算账户",
  permission: APPROVE,
  risk: "HIGH",
  page: PAGE,
  params: idParams,
  body: z.object({ note: boundedText("校验说明", 200).optional(), version }),
  answer: BankAccount,
});

export const rejectBankAccount = endpoint({
  method: "POST",
  path: "/partner/v1/bank-accounts/{id}/reject",
  audit: "驳回结算账户",
  permission: APPROVE,
  page: PAGE,
  params: idParams,
  body: z.object({ reason, version }),
  answer: BankAccount,
});

export const sendBankAccountCode = endpoint({
  method: "POST",
  path: "/partner/v1/bank-accounts/{id}/code",
  audit: "发送结算账户验证码",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  body: z.object({ version }),
  answer: BankAccount,
});

export const confirmBankAccount = endpoint({
  method: "POST",
  path: "/partner/v1/bank-accounts/{id}/confirm",
  audit: "确认结算账户",
  permission: EDIT,
  risk: "HIGH",
  secret: true,
  page: PAGE,
  params: idParams,
  body: z.object({
    code: z
      .string("请输入验证码！")
      .regex(/^\d{6}$/, "验证码为6位数字")
      .meta({ label: "验证码" }),
    version,
  }),
  answer: BankAccount,
});
