import { largePhone } from "@ops/order/server";
import { type AskedList, inTurn, scenariosOf } from "../asked-lists.ts";
import { DEEP, lastMonth, monthAgo, pageOf } from "../kind.ts";
import type { KnownOrders } from "./known.ts";

const orders = "/order/v1/orders";

const search: readonly AskedList<KnownOrders>[] = [
  { name: "orders, unfiltered", path: () => pageOf(orders) },
  { name: "orders, page 10", path: () => pageOf(orders, { pageNo: DEEP }) },
  { name: "the bar of stages", path: () => `${orders}/stages` },
  { name: "orders by number", path: ({ orderNos }, round) => pageOf(orders, { orderNo: inTurn(orderNos, round) }) },
  { name: "orders by VIN", path: ({ vins }, round) => pageOf(orders, { vin: inTurn(vins, round) }) },
  { name: "orders by phone", path: () => pageOf(orders, { phone: largePhone(7) }) },
  { name: "an order", path: ({ ids }, round) => `${orders}/${inTurn(ids, round)}` },
  { name: "history of an order", path: ({ ids }, round) => `${orders}/${inTurn(ids, round)}/history` },
];

const ofStates: readonly AskedList<KnownOrders>[] = [
  { name: "orders delivered", path: () => pageOf(orders, { state: "DELIVERED" }) },
  { name: "orders locked", path: () => pageOf(orders, { state: "LOCKED" }) },
  { name: "orders ready", path: () => pageOf(orders, { state: "READY" }) },
  { name: "orders closed", path: () => pageOf(orders, { state: "CLOSED" }) },
  ...["TODAY", "WEEK", "NEAR", "PAST", "AGED", "NO_BUTLER", "ISSUE", "MINE"].map((view) => {
    return { name: `view ${view}`, path: () => pageOf(orders, { view }) };
  }),
];

const filtered: readonly AskedList<KnownOrders>[] = [
  { name: "orders of a store", path: ({ storeId }) => pageOf(orders, { storeId }) },
  { name: "orders delivered by a store", path: ({ storeId }) => pageOf(orders, { deliveryStoreId: storeId }) },
  { name: "orders of an adviser", path: ({ advisorId }) => pageOf(orders, { advisorId }) },
  { name: "orders of a butler", path: ({ butlerId }) => pageOf(orders, { butlerId }) },
  { name: "orders of a series", path: ({ seriesId }) => pageOf(orders, { seriesId }) },
  { name: "orders of a configuration", path: ({ carConfigId }) => pageOf(orders, { carConfigId }) },
  { name: "orders of a region", path: ({ regionId }) => pageOf(orders, { orgId: regionId }) },
  { name: "orders of a source", path: () => pageOf(orders, { source: "PARTNER" }) },
  { name: "orders on hold", path: () => pageOf(orders, { isHeld: "true" }) },
  { name: "orders with a tag", path: () => pageOf(orders, { tag: "规模" }) },
  { name: "orders made in a month", path: () => pageOf(orders, { createdAt: lastMonth() }) },
  { name: "orders delivered in a month", path: () => pageOf(orders, { deliveredAt: lastMonth() }) },
  { name: "orders delivered in a month a year ago", path: () => pageOf(orders, { deliveredAt: monthAgo(12) }) },
  { name: "orders delivered late", path: () => pageOf(orders, { isOnTime: "false" }) },
  { name: "orders locked in a month a year ago", path: () => pageOf(orders, { lockedAt: monthAgo(12) }) },
  { name: "orders promised for a month a year ago", path: () => pageOf(orders, { promiseEffective: monthAgo(12) }) },
  { name: "orders expected in a month a year ago", path: () => pageOf(orders, { eta: monthAgo(12) }) },
  { name: "orders with 大定 in a month a year ago", path: () => pageOf(orders, { depositedAt: monthAgo(12) }) },
  { name: "orders in their stage for 31 to 60 days", path: () => pageOf(orders, { stageAge: "31-60" }) },
  { name: "orders with the factory", path: () => pageOf(orders, { lateParty: "FACTORY" }) },
];

const sorted: readonly AskedList<KnownOrders>[] = ["promiseEffective", "eta", "lockedAt", "updatedAt"].flatMap(
  (sortBy) =>
    ["asc", "desc"].map((sortOrder) => {
      return { name: `orders by ${sortBy}, ${sortOrder}`, path: () => pageOf(orders, { sortBy, sortOrder }) };
    }),
);

const asManager: readonly AskedList<KnownOrders>[] = [
  { name: "region manager: orders, unfiltered", path: () => pageOf(orders) },
  { name: "region manager: the bar of stages", path: () => `${orders}/stages` },
  { name: "region manager: orders delivered", path: () => pageOf(orders, { state: "DELIVERED" }) },
  { name: "region manager: orders locked", path: () => pageOf(orders, { state: "LOCKED" }) },
  { name: "region manager: view PAST", path: () => pageOf(orders, { view: "PAST" }) },
  {
    name: "region manager: by number",
    path: ({ orderNos }, round) => pageOf(orders, { orderNo: inTurn(orderNos, round) }),
  },
];

export const orderLists = scenariosOf({
  asAdministrator: [...search, ...ofStates, ...filtered, ...sorted],
  asManager,
});
