import { sql } from "kysely";
import { CheckShape, handChecks } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { reachesOrder } from "../order-scope.ts";

/** A check is seen by those who see its order. */
export const checks = tableOf(CheckShape, {
  scope: (scope) => sql<boolean>`exists (select from sales_order where sales_order.id = delivery_check.order_id
    and ${reachesOrder(scope)})`,
  partOf: { table: "salesOrder", by: "orderId" },
  words: { code: handChecks },
  refs: { doneBy: "person" },
  unlogged: ["orderId", "fileIds"],
});
export type CheckRow = RowOf<typeof checks>;
