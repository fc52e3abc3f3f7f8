import { sql } from "kysely";
import { CancelShape, cancelFrame } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { reachesOrder } from "../order-scope.ts";

/** A cancellation is seen by those who see its order; its amounts by the selling side alone. */
export const cancels = tableOf(CancelShape, {
  scope: (scope) => sql<boolean>`exists (select from sales_order where sales_order.id = order_cancel.order_id
    and ${reachesOrder(scope)})`,
  read: cancelFrame.view,
  number: "cancelNo",
  partOf: { table: "salesOrder", by: "orderId" },
  json: ["plan"],
  unlogged: ["orderId"],
});
export type CancelRow = RowOf<typeof cancels>;
