import { sql } from "kysely";
import { ContractShape, InvoiceShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { type Reach, reachesOrder } from "../order-scope.ts";

/** What belongs to an order is seen with it. */
const withOrder = (table: string) => (scope: Reach) =>
  sql<boolean>`exists (select from sales_order where sales_order.id = ${sql.ref(`${table}.orderId`)} and ${reachesOrder(scope)})`;

export const contracts = tableOf(ContractShape, {
  scope: withOrder("orderContract"),
  number: "contractNo",
  partOf: { table: "salesOrder", by: "orderId" },
});
export type ContractRow = RowOf<typeof contracts>;

/** The amount is a price, which the delivering side must not see in the log either (section 7). */
export const invoices = tableOf(InvoiceShape, {
  scope: withOrder("orderInvoice"),
  number: "invoiceNo",
  partOf: { table: "salesOrder", by: "orderId" },
  unlogged: ["amountFen"],
});
export type InvoiceRow = RowOf<typeof invoices>;
