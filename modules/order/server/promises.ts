import "./promises/papers.ts";
import { promisesOf } from "@ops/authority/server/testing";
import { orderChanges } from "./promises/changes.ts";
import { slotStores } from "./promises/deliveries.ts";
import { orderEvents } from "./promises/events.ts";
import { customers, salesOrders } from "./promises/orders.ts";
import { orderCancels, orderPayments, orderRefunds } from "./promises/requests.ts";
import { salesPolicies, seriesRules } from "./promises/rules.ts";

/** What the tests over all endpoints cannot guess. */
export const promises = promisesOf({
  kinds: {
    customers,
    orderCancels,
    orderChanges,
    orderEvents,
    orderPayments,
    orderRefunds,
    salesOrders,
    salesPolicies,
    seriesRules,
    slotStores,
  },
  paths: {
    "/order/v1/orders/{id}": "salesOrders",
    "/order/v1/changes/{id}": "orderChanges",
    "/order/v1/events/{id}": "orderEvents",
    "/order/v1/customers/{id}": "customers",
    "/order/v1/refunds/{id}": "orderRefunds",
    "/order/v1/cancels/{id}": "orderCancels",
    "/order/v1/series-rules/{id}": "seriesRules",
    "/order/v1/policies/{id}": "salesPolicies",
    "/order/v1/slot-rules/{storeId}": "slotStores",
  },
  namedInside: {
    "POST /order/v1/orders/assign/preview": [{ part: "body", name: "ids", kind: "salesOrders", many: true }],
    "GET /order/v1/orders/advisers": [{ part: "query", name: "storeId", kind: "slotStores" }],
    "GET /order/v1/slots": [
      { part: "query", name: "storeId", kind: "slotStores" },
      { part: "query", name: "orderId", kind: "salesOrders" },
    ],
  },
  logs: {
    salesOrder: ["salesOrders", "order:order:view"],
    orderChange: ["orderChanges", "order:order:view"],
    orderEventIn: ["orderEvents", "order:event:list"],
    orderMoney: ["salesOrders", "order:price:view"],
    orderPayment: ["orderPayments", "order:price:view"],
    orderRefund: ["orderRefunds", "order:refund:list"],
    orderCancel: ["orderCancels", "order:order:view"],
    customer: ["customers", "order:customer:view"],
    seriesRule: ["seriesRules", "order:rule:list"],
    salesPolicy: ["salesPolicies", "order:policy:list"],
  },
  listings: {
    "GET /order/v1/orders": { kind: "salesOrders" },
    "GET /order/v1/events": { kind: "orderEvents" },
    "GET /order/v1/refunds": { kind: "orderRefunds" },
    "GET /order/v1/series-rules": { kind: "seriesRules" },
    "GET /order/v1/policies": { kind: "salesPolicies" },
  },
  uncompared: {
    "GET /order/v1/orders/{id}/cars": "free cars for one order, which has the dimension of records",
    "GET /order/v1/orders/{id}/advisers": "people of the store of one order, which has the dimension of records",
    "GET /order/v1/orders/{id}/checks": "checks and appointments of one order, which has the dimension of records",
    "GET /order/v1/orders/{id}/butlers": "people on duty at the store of one order, which has the dimension of records",
    "GET /order/v1/orders/advisers": "people of one store, which has the dimension of records",
    "GET /order/v1/stats": "figures, each compared with the list behind it in a test of its own (board/board.test.ts)",
    "GET /order/v1/orders/stages": "figures, whose scope has a test of its own (order/list.test.ts)",
  },
});
