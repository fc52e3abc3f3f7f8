import { DepositShape } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, tableOf } from "../database.ts";

export const deposits = tableOf(DepositShape, {
  scope: throughPartner("partnerDeposit"),
  partOf: { table: "partner", by: "partnerId" },
  number: "voucher",
});
export type DepositRow = RowOf<typeof deposits>;
