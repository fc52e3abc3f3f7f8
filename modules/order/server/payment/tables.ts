import { sql } from "kysely";
import { getOrderMoney, PaymentShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { reachesMoney } from "../order-scope.ts";

/** A payment is seen by those who see the money of its order. */
export const payments = tableOf(PaymentShape, {
  scope: (scope) => sql<boolean>`exists (select from order_money where order_money.id = order_payment.order_id
    and ${reachesMoney(scope)})`,
  read: getOrderMoney.permission,
  number: "payNo",
  partOf: { table: "salesOrder", by: "orderId" },
  unlogged: ["orderId"],
});
export type PaymentRow = RowOf<typeof payments>;
