import { organizationsUnder } from "@ops/authority/server";
import { countStages, findByWhole, get, list, reads, stageCounter, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { orderStates } from "../../contract/index.ts";
import { customers } from "../customer/tables.ts";
import { presentOrder, presentOrders } from "./present.ts";
import { orders } from "./tables.ts";
import {
  hasAge,
  isDeliveredWithin,
  isDepositedWithin,
  isInView,
  isLate,
  isLockedWithin,
  isOfParty,
  isOnTime,
} from "./views.ts";

/** Orders of the customers with this whole value; the search is counted and logged (PF-R104). */
async function ofCustomers(tx: Tx, field: "phone" | "name" | "idNo", text: string) {
  const ids = await findByWhole(tx, customers, field, text);
  return sql<boolean>`sales_order.customer_id = any(${ids}::uuid[])`;
}

export const listOrders = list(contract.listOrders, orders, {
  where: {
    phone: (text, tx) => ofCustomers(tx, "phone", text),
    customerName: (text, tx) => ofCustomers(tx, "name", text),
    idNo: (text, tx) => ofCustomers(tx, "idNo", text),
    orgId: (id) => sql<boolean>`(sales_order.store_id in (${organizationsUnder(id)})
      or sales_order.delivery_store_id in (${organizationsUnder(id)}))`,
    view: (view, tx) => isInView(view, tx),
    depositedAt: (range) => isDepositedWithin(range),
    lockedAt: (range) => isLockedWithin(range),
    deliveredAt: (range) => isDeliveredWithin(range),
    isOnTime: (wanted) => (wanted ? isOnTime : isLate),
    stageAge: (age, tx) => hasAge(age, tx),
    lateParty: (party) => isOfParty(party),
    // written out, since the index of held orders is not found by a comparison
    isHeld: (wanted) =>
      wanted ? sql<boolean>`sales_order.held_reason is not null` : sql<boolean>`sales_order.held_reason is null`,
    tag: (tag) => sql<boolean>`sales_order.tags @> ${[tag]}::text[]`,
  },
  orderBy: ["createdAt", "desc"],
  present: presentOrders,
  sheet: contract.orderSheet,
});

/** The database keeps these counts, so that the bar of stages is as quick with a million orders as with ten. */
export const orderCounter = stageCounter("order.state", orders, {
  org: "storeId",
  second: "deliveryStoreId",
  state: "state",
});

export const countOrders = reads(contract.countOrders, async (tx) => {
  const counts = await countStages(tx, orderCounter);
  return orderStates.schema.options.map((state) => ({
    state,
    count: counts.find((one) => one.state === state)?.count ?? 0,
  }));
});

export const getOrder = get(contract.getOrder, orders, presentOrder);
