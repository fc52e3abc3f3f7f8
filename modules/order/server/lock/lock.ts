import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, notify, readersAmong, type Tx } from "@ops/platform/server";
import { lookupSeries } from "@ops/vehicle/server";
import { ORDER_PAGE, orderLocked } from "../../contract/index.ts";
import { chooseButler } from "../butler/change.ts";
import { lookupCustomers } from "../customer/published.ts";
import { findRows } from "../database.ts";
import { lockMoney } from "../order/money.ts";
import { enterStage } from "../order/stage.ts";
import { type OrderRow, orderMoney, orders } from "../order/tables.ts";
import { draftContract } from "../paper/contract.ts";
import { addPromise } from "../promise/add-promise.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import type { Lockable } from "./guard.ts";
import type { Snapshot } from "./snapshot.ts";

/** Locks an order: freezes choice and price, gives its promise and its butler, and tells both (OR-R5, R6, R17). `at` is the customer's lock. */
export async function lockNow(tx: Tx, order: Lockable, at = tx.now): Promise<OrderRow> {
  const snapshot = await snapshotOf(tx, order);
  const money = await lockMoney(tx, order);
  await changeRecord(tx, orderMoney, money, { lockTotalFen: snapshot.totalFen });
  const day = addDays(dayOf(at), snapshot.cycleMaxDays);
  const promise = await addPromise(tx, order, { kind: "LOCK", promisedOn: day, eta: day, party: "BRAND" });
  const locked = await changeRecord(tx, orders, order, {
    ...(await enterStage(tx, order, "LOCKED", { at })),
    ...promise,
    ...(await butlerOf(tx, order)),
    snapshot,
    lockedAt: at,
  });
  await draftContract(tx, locked);
  await tx.publish(orderLocked, { orderId: order.id, at: tx.now.toISOString() });
  await tellButler(tx, locked);
  return locked;
}

async function snapshotOf(tx: Tx, { id: orderId, ruleId }: Lockable): Promise<Snapshot> {
  const rule = await ruleOf(tx, { ruleId });
  const rows = await findRows(tx, "orderPriceLine", { orderId }, "no");
  const lines = rows.map(({ kind, name, amountFen, policyId }) => ({ kind, name, amountFen, policyId }));
  const totalFen = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const { cycleMinDays, cycleMaxDays } = rule;
  return { lines, totalFen, cycleMinDays, cycleMaxDays, ruleId };
}

/** Somebody who was chosen before the lock stays; else it is the turn of whoever is on duty with the smallest load. */
async function butlerOf(tx: Tx, { butlerId, deliveryStoreId }: Lockable) {
  return butlerId === null ? chooseButler(tx, deliveryStoreId) : {};
}

/** OR-R21: a new lock is told to its butler, if he may open the order (PF-R123). */
async function tellButler(tx: Tx, { id, butlerId, customerId, seriesId, promiseEffective }: OrderRow): Promise<void> {
  if (butlerId === null) return;
  const customer = (await lookupCustomers(tx, [customerId])).get(customerId);
  const series = (await lookupSeries(tx, [seriesId])).get(seriesId);
  await notify(tx, await readersAmong(tx, { table: orders, id }, [butlerId]), {
    category: "TASK",
    level: "INFO",
    title: "新锁单",
    content: `新锁单：${customer?.nameMasked ?? ""}${series?.seriesName ?? ""}，承诺交付${promiseEffective}`,
    route: `${ORDER_PAGE}?id=${id}`,
    about: `order.locked:${id}`,
    carried: true,
  });
}
