import { BankAccountShape, unmaskBankAccount } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, tableOf } from "../database.ts";

export const bankAccounts = tableOf(BankAccountShape, {
  scope: throughPartner("partnerBankAccount"),
  read: "partner:account:edit",
  partOf: { table: "partner", by: "partnerId" },
  number: "accountNoMasked",
  unmask: unmaskBankAccount,
});
export type BankAccountRow = RowOf<typeof bankAccounts>;
