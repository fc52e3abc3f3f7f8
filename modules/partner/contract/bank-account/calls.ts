import { endpoint, idParams, version } from "@ops/platform/contract";
import { z } from "zod";
import { BankAccount, BankAccountShape } from "./shape.ts";

const PAGE = "/Partner/list";
const EDIT = "partner:account:edit";

export const listBankAccounts = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/bank-accounts",
  title: "结算账户列表",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  answer: z.object({ list: z.array(BankAccount) }),
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
  body: z.object(BankAccountShape.pick("accountName", "bank", "branch", "accountNo", "reason")),
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
