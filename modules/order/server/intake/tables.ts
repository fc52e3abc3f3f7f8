import { sql } from "kysely";
import { OrderEventShape, orderEventFrame } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { reachesOrder } from "../order-scope.ts";

/** What was told of an order is seen by those who see the order; what nobody could place, by those who see everything. */
export const eventsIn = tableOf(OrderEventShape, {
  scope: (scope) => sql<boolean>`exists (select from sales_order where sales_order.id = order_event_in.order_id
    and ${reachesOrder(scope)})`,
  read: orderEventFrame.view,
  number: "eventId",
  json: ["payload", "conflicts"],
});
export type EventRow = RowOf<typeof eventsIn>;
