import { holdersAt, leadersAbove } from "@ops/authority/server";
import { addDays, dayOf, daysApart, startOfDay } from "@ops/platform/contract";
import { type NewNotice, notify, readersAmong, type Tx, timer } from "@ops/platform/server";
import { z } from "zod";
import { assignOrder, isLive, ORDER_PAGE, orderStates } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { nearDays } from "../order/params.ts";
import { type OrderRow, orders } from "../order/tables.ts";

const payload = z.object({ orderId: z.string(), promisedOn: z.string() });

/** The order, if this promise still counts for it. */
async function findPromised(tx: Tx, { orderId, promisedOn }: z.output<typeof payload>): Promise<OrderRow | null> {
  const order = await findRow(tx, "salesOrder", { id: orderId });
  return order && isLive(order.state) && order.promiseEffective === promisedOn ? order : null;
}

/** OR-R21: the promise is near. Once the car is at the store nobody has to be told (OR-R15). */
export const promiseNear = timer({
  kind: "order.promiseNear",
  title: "临近承诺提醒",
  payload,
  handle: async (tx, told) => {
    const order = await findPromised(tx, told);
    if (!order || order.state === "ARRIVED" || order.state === "READY") return;
    const left = daysApart(dayOf(tx.now), told.promisedOn);
    if (left < 0) return;
    const content = `临近承诺：${order.orderNo}，当前${orderStates.label(order.state)}，剩余${left}天`;
    await tell(tx, order, await keepersOf(tx, order), { title: "临近承诺", content, about: `order.near:${order.id}` });
  },
});

/** OR-R21: the promise has passed, which the region is told, too. */
export const promisePast = timer({
  kind: "order.promisePast",
  title: "已超承诺提醒",
  payload,
  handle: async (tx, told) => {
    const order = await findPromised(tx, told);
    if (!order) return;
    const region = await leadersAbove(tx, placeOf(order), 1);
    const content = `已超承诺：${order.orderNo}，补贴已开始计时`;
    const people = [...(await keepersOf(tx, order)), ...region];
    await tell(tx, order, people, { title: "已超承诺", content, about: `order.past:${order.id}` });
  },
});

const placeOf = ({ deliveryStoreId, storeId }: OrderRow) => deliveryStoreId ?? storeId;

/** The butler and those who give orders to butlers at the store. */
async function keepersOf(tx: Tx, order: OrderRow): Promise<string[]> {
  const holders = await holdersAt(tx, assignOrder.permission, placeOf(order));
  const there = holders.filter(({ organizationId }) => organizationId === placeOf(order));
  return [...(order.butlerId ? [order.butlerId] : []), ...there.map(({ userId }) => userId)];
}

/** Tells those who may open the order (PF-R123). */
async function tell(
  tx: Tx,
  { id }: OrderRow,
  people: readonly string[],
  words: Pick<NewNotice, "title" | "content" | "about">,
) {
  const route = `${ORDER_PAGE}?id=${id}` as const;
  const readers = await readersAmong(tx, { table: orders, id }, people);
  return notify(tx, readers, { category: "WARNING", level: "WARN", route, carried: true, ...words });
}

/** The hour at which people are told. */
const MORNING_MS = 8 * 3_600_000;
const morningOf = (day: string) => new Date(startOfDay(day).getTime() + MORNING_MS);

/** Lets the new promise be told in time; without one there is nothing to tell. */
export async function setPromiseTimers(tx: Tx, orderId: string, promisedOn: string | null): Promise<void> {
  if (promisedOn === null) {
    await tx.clearTimer(promiseNear, orderId);
    await tx.clearTimer(promisePast, orderId);
    return;
  }
  await tx.setTimer(promiseNear, orderId, morningOf(addDays(promisedOn, -tx.param(nearDays))), { orderId, promisedOn });
  await tx.setTimer(promisePast, orderId, morningOf(addDays(promisedOn, 1)), { orderId, promisedOn });
}
