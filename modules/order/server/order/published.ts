import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { changeRecord } from "@ops/platform/server";
import { sql } from "kysely";
import { endedStatuses, type OrderStatus, orderErrors } from "../../contract/index.ts";
import { requireAdviser } from "../advisers.ts";
import { db, findRows } from "../database.ts";
import { lockOrderRow } from "./lock-order.ts";
import { type PlacedOrder, placeOrder } from "./place.ts";
import { type OrderRow, orders } from "./tables.ts";

const columns = [
  "id",
  "orderNo",
  "customerId",
  "ownerId",
  "clueId",
  "storeId",
  "deliveryStoreId",
  "advisorId",
  "butlerId",
  "seriesId",
  "carConfigId",
  "optionCodes",
  "extColor",
  "intColor",
  "configKey",
  "marketTypeId",
  "cityCode",
  "carId",
  "vin",
  "source",
  "path",
  "promiseOriginal",
  "promiseEffective",
  "eta",
  "createdAt",
  "lockedAt",
  "deliveredAt",
] as const;

/** What other modules may know about an order. Of its prices they know what was locked. */
export type PublishedOrder = Pick<OrderRow, (typeof columns)[number]> & {
  readonly status: OrderStatus;
  readonly lockTotalFen: number | null;
};

const selectPublished = (tx: Tx) =>
  db(tx)
    .selectFrom("salesOrder")
    .innerJoin("orderMoney", "orderMoney.id", "salesOrder.id")
    .select(columns.map((name) => `salesOrder.${name}` as const))
    .select(["salesOrder.state as status", "orderMoney.lockTotalFen"]);

const MOST = 1_000;

/** Finds orders in any state, without regard to the scope. Unknown ids are left out. Locks nothing. */
export async function lookupOrders(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PublishedOrder>> {
  if (ids.length > MOST) throw new Error(`at most ${MOST} orders are looked up at once`);
  if (ids.length === 0) return new Map();
  const rows = await selectPublished(tx).where(sql<boolean>`sales_order.id = any(${ids}::uuid[])`).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The orders of a customer that are not at their end, the newest first. */
export async function openOrdersOf(tx: Tx, customerId: string): Promise<PublishedOrder[]> {
  return selectPublished(tx)
    .where("salesOrder.customerId", "=", customerId)
    .where("salesOrder.state", "not in", endedStatuses)
    .orderBy("salesOrder.createdAt", "desc")
    .execute();
}

/** Locks the row of an order, before any car (OR-R22). */
export async function lockOrder(tx: Tx, orderId: string): Promise<PublishedOrder> {
  const { id } = await lockOrderRow(tx, orderId);
  const order = (await lookupOrders(tx, [id])).get(id);
  if (!order) throw commonErrors.notFound();
  return order;
}

type NewOrder = Omit<PlacedOrder, "lines" | "source"> & Required<Pick<PlacedOrder, "source">>;

/** Places an order for a module above, by the rules of the call by hand. */
export async function createOrder(
  tx: Tx,
  order: NewOrder,
): Promise<{ readonly orderId: string; readonly orderNo: string }> {
  if (order.advisorId !== null) await requireAdviser(tx, order.storeId, order.advisorId);
  const { id: orderId, orderNo } = await placeOrder(tx, { ...order, lines: [] });
  return { orderId, orderNo };
}

/** Notes the lead from which an order came. An order has one. */
export async function linkClue(
  tx: Tx,
  { orderId, clueId }: { readonly orderId: string; readonly clueId: string },
): Promise<void> {
  const order = await lockOrderRow(tx, orderId);
  if (order.clueId === clueId) return;
  if (order.clueId !== null) throw orderErrors.clueLinked();
  await changeRecord(tx, orders, order, { clueId });
}

export interface StageRow {
  readonly no: number;
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: Date;
  readonly via: "DIRECT" | "INFERRED";
}

/** The stages that an order went through, the oldest first. */
export async function stageHistory(tx: Tx, orderId: string): Promise<StageRow[]> {
  const rows = await findRows(tx, "orderStage", { orderId }, "no");
  return rows.map(({ no, fromState, toState, at, via }) => ({ no, from: fromState, to: toState, at, via }));
}
