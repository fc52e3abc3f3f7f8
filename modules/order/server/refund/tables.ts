import { sql } from "kysely";
import { RefundShape, refundFrame } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { reachesMoney } from "../order-scope.ts";

/** A refund is seen by those who see the money of its order. */
export const refunds = tableOf(RefundShape, {
  scope: (scope) => sql<boolean>`exists (select from order_money where order_money.id = order_refund.order_id
    and ${reachesMoney(scope)})`,
  read: refundFrame.view,
  number: "refundNo",
  partOf: { table: "salesOrder", by: "orderId" },
  unlogged: ["orderId", "paymentId"],
});
export type RefundRow = RowOf<typeof refunds>;
