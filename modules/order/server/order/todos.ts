import { countRecords, type TodoSource } from "@ops/platform/server";
import { assignOrder, listOrders, ORDER_PAGE, type OrderView, orderViews } from "../../contract/index.ts";
import { orders } from "./tables.ts";
import { isInView } from "./views.ts";

const todoOf = (view: OrderView, permission: string): TodoSource => ({
  key: `order.${view}`,
  title: orderViews[view],
  permission,
  route: ORDER_PAGE,
  preset: () => ({ list: ORDER_PAGE, filters: { view } }),
  tables: [orders.name, "orderIssue"],
  count: (tx) => countRecords(tx, orders, isInView(view, tx)),
});

/** What people have to look at among the orders that they see (OR-R15, OR-R17). */
export const orderTodos: readonly TodoSource[] = [
  todoOf("NO_BUTLER", assignOrder.permission),
  todoOf("NEAR", listOrders.permission),
  todoOf("PAST", listOrders.permission),
  todoOf("AGED", listOrders.permission),
  todoOf("ISSUE", listOrders.permission),
];
