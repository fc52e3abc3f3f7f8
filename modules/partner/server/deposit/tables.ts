import { depositKinds } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, table } from "../database.ts";

export const deposits = table("partnerDeposit", {
  entity: "保证金流水",
  scope: throughPartner("partnerDeposit"),
  partOf: { table: "partner", by: "partnerId" },
  number: "voucher",
  labels: {
    kind: "类型",
    amountFen: "金额（分）",
    happenedOn: "发生日期",
    voucher: "凭证号",
    note: "备注",
    balanceAfterFen: "余额（分）",
  },
  words: { kind: depositKinds },
});
export type DepositRow = RowOf<typeof deposits>;
