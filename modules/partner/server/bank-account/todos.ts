import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { approveBankAccount, PARTNER_PAGE } from "../../contract/index.ts";
import { bankAccounts } from "./tables.ts";

/** The todo 结算账户待审批, counted from the accounts themselves. */
export const accountTodo: TodoSource = {
  key: "partner.accountReview",
  title: "结算账户待审批",
  permission: approveBankAccount.permission,
  route: PARTNER_PAGE,
  tables: [bankAccounts.name],
  count: (tx) => countRecords(tx, bankAccounts, is("state", "REVIEW")),
};
