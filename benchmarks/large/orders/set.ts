import { loadLargeSet } from "@ops/authority/server";
import { type LargeOrders, loadLargeOrders } from "@ops/order/server";
import { loadLargeStores } from "@ops/store/server";
import { vehicleModule } from "@ops/vehicle/server";
import type { LargeKind } from "../kind.ts";
import { orderDeeds } from "./deeds.ts";
import { type KnownOrders, knownOrders } from "./known.ts";
import { orderLists } from "./lists.ts";

/** Stores and people are as many in both sets; only the orders differ. */
const [STORES, PLACES] = [1_200, 1_263];
const few = { rosterDays: 1_200, projects: 20, interviews: 20, pictures: 20, trainings: 20 } as const;

const n = (count: number) => count.toLocaleString("en");

/** Orders with their customers, money, payments and stages. */
export const orders: LargeKind<LargeOrders, KnownOrders> = {
  title: "Orders",
  name: "orders",
  rows: 5_000_000,
  sizes: (rows, isSmall) => {
    // a tenth of it, since tenfold rows may make a call 1.3 times as slow at most
    return { small: { orders: Math.max(5_000, rows / 10) }, large: { orders: isSmall ? 5_000 : rows } };
  },
  shown: ({ orders }) => `${n(orders)} orders of ${n(Math.ceil(orders * 0.9))} customers, ${n(orders * 3)} stages`,
  fill: async (node, size) => {
    await loadLargeSet(node, { users: STORES, organizations: PLACES, auditRows: 2_000, loginRows: 500 });
    await loadLargeStores(node, { stores: STORES, people: STORES, past: 20, ...few });
    await node.access.commit((tx) => vehicleModule.demo.load(tx));
    await loadLargeOrders(node, size);
  },
  managerCodes: ["order:order:list", "order:order:view", "order:price:view"],
  know: knownOrders,
  lists: orderLists,
  deeds: orderDeeds,
};
