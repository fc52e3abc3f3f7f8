import { sql } from "kysely";
import { ChangeShape, changeFrame } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { type Reach, reachesOrder } from "../order-scope.ts";

/** A change is seen with its order, and by the store that is to deliver from then on. */
function reachesChange(scope: Reach) {
  const { organizations } = scope;
  const ofOrder = sql<boolean>`exists (select from sales_order where sales_order.id = order_change.order_id and ${reachesOrder(scope)})`;
  return organizations ? sql<boolean>`(${ofOrder} or order_change.to_store_id in (${organizations}))` : ofOrder;
}

export const changes = tableOf(ChangeShape, {
  scope: reachesChange,
  read: changeFrame.view,
  number: "changeNo",
  json: ["before", "after"],
  partOf: { table: "salesOrder", by: "orderId" },
  unlogged: ["orderId", "fileIds"],
});
export type ChangeRow = RowOf<typeof changes>;
