import { bankAccountStates, unmaskBankAccount } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, table } from "../database.ts";

export const bankAccounts = table("partnerBankAccount", {
  entity: "结算账户",
  scope: throughPartner("partnerBankAccount"),
  read: "partner:account:edit",
  partOf: { table: "partner", by: "partnerId" },
  number: "accountNoMasked",
  labels: {
    accountName: "账户名",
    bank: "开户银行",
    branch: "开户支行",
    accountNoMasked: "账号",
    reason: "变更原因",
    state: "状态",
    stateReason: "说明",
    confirmedAt: "伙伴确认时间",
    activeFrom: "启用时间",
    activeUntil: "停用时间",
  },
  words: { state: bankAccountStates.states },
  unmask: unmaskBankAccount,
});
export type BankAccountRow = RowOf<typeof bankAccounts>;
