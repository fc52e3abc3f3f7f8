import { sql } from "kysely";
import { AppointmentShape, SlotRuleShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { reachesOrder } from "../order-scope.ts";

/** The rule of a store has its id; the summary of a change tells it in words. */
export const slotRules = tableOf(SlotRuleShape, {
  scope: { organization: "id" },
  partOf: { table: "store", by: "id" },
  json: ["slots"],
  unlogged: ["slots"],
});
export type SlotRuleRow = RowOf<typeof slotRules>;

/** An appointment is seen by those who see its order. */
export const appointments = tableOf(AppointmentShape, {
  scope: (scope) => sql<boolean>`exists (select from sales_order
    where sales_order.id = delivery_appointment.order_id and ${reachesOrder(scope)})`,
  partOf: { table: "salesOrder", by: "orderId" },
  unlogged: ["orderId", "slotId"],
});
export type AppointmentRow = RowOf<typeof appointments>;
