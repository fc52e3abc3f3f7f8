import { is, listPage, type TodoSource } from "@ops/platform/server";
import { approveBankAccount, PARTNER_PAGE } from "../../contract/index.ts";
import { bankAccounts } from "./tables.ts";

const first = { pageNo: 1, pageSize: 1 };

/** 「结算账户待审批」: counts as long as it is so. */
export const accountTodo: TodoSource = {
  key: "partner.accountReview",
  title: "结算账户待审批",
  permission: approveBankAccount.permission,
  route: PARTNER_PAGE,
  tables: [bankAccounts.name],
  count: async (tx) =>
    (await listPage(tx, bankAccounts, first, { where: [is("state", "REVIEW")], orderBy: ["createdAt", "desc"] })).total,
};
