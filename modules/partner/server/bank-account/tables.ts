import { BankAccountShape } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, tableOf } from "../database.ts";

export const bankAccounts = tableOf(BankAccountShape, {
  scope: throughPartner("partnerBankAccount"),
  read: "partner:account:edit",
  partOf: { table: "partner", by: "partnerId" },
  number: "accountNoMasked",
});
export type BankAccountRow = RowOf<typeof bankAccounts>;
