import { changeRecord, checkNewcomer, inScope, lockRecord, reads, type Tx, writes } from "@ops/platform/server";
import { lookupSeries } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { endedStatuses, orderErrors, orderStates } from "../../contract/index.ts";
import { advisorOf, presentAdvisers } from "../advisers.ts";
import { findOrCreateCustomer } from "../customer/find-or-create.ts";
import { findOfPhone } from "../customer/of-phone.ts";
import { customers } from "../customer/tables.ts";
import { db, findRow } from "../database.ts";
import { requireStoreInReach } from "../store-reach.ts";
import { retryOf } from "./issue.ts";
import { placeOrder } from "./place.ts";
import { presentOrder } from "./present.ts";
import { orders } from "./tables.ts";

export const listAdvisers = reads(contract.listAdvisers, async (tx, { query: { storeId } }) => {
  await requireStoreInReach(tx, storeId);
  return presentAdvisers(tx, storeId);
});

export const createOrder = writes(contract.createOrder, async (tx, { body }) => {
  const { customer, owner, advisorId: named, ...placed } = body;
  const advisorId = await advisorOf(tx, placed.storeId, named);
  const { customerId } = await findOrCreateCustomer(tx, customer);
  const ownerId = owner ? (await findOrCreateCustomer(tx, owner)).customerId : customerId;
  if (body.duplicateReason) tx.trail.reason = body.duplicateReason;
  if (placed.externalNo) await refuseTold(tx, placed.source ?? "STORE", placed.externalNo);
  const order = await placeOrder(tx, { ...placed, customerId, ownerId, advisorId });
  // the call is about the order, although a new customer came first
  tx.trail.subject = { bizType: orders.name, bizId: order.id, bizNo: order.orderNo };
  return presentOrder(tx, order);
});

/** A channel tells an order once. */
async function refuseTold(tx: Tx, source: keyof typeof contract.orderSources, externalNo: string): Promise<void> {
  if (await findRow(tx, "salesOrder", { source, externalNo })) throw orderErrors.externalDup();
}

export const findCustomer = reads(contract.findCustomer, async (tx, { query: { type, phone } }) => {
  await checkNewcomer(tx, { table: customers, field: "phone", text: phone }, async () => null);
  const customer = await findOfPhone(tx, { type, phone });
  if (!customer) return { customer: null, openOrders: [] };
  const { id, nameMasked, phoneMasked } = customer;
  return { customer: { id, nameMasked, phoneMasked }, openOrders: await openOrdersInSight(tx, id) };
});

async function openOrdersInSight(tx: Tx, customerId: string) {
  const open = await db(tx)
    .selectFrom("salesOrder")
    .select(["id", "orderNo", "state", "seriesId"])
    .where("customerId", "=", customerId)
    .where("state", "not in", endedStatuses)
    .where(inScope(tx, orders))
    .orderBy("createdAt", "desc")
    .execute();
  const series = await lookupSeries(
    tx,
    open.map(({ seriesId }) => seriesId),
  );
  return open.map(({ id, orderNo, state, seriesId }) => ({
    id,
    orderNo,
    stateName: orderStates.label(state),
    seriesName: series.get(seriesId)?.seriesName ?? "",
  }));
}

/** Stops everything that people do with an order, but what is told of it still applies. */
export const holdOrder = writes(contract.holdOrder, async (tx, { params, body: { version, reason } }) => {
  const order = await lockRecord(tx, orders, params.id, version, presentOrder);
  orderStates.next(order.state, "hold");
  if (order.heldReason !== null) throw orderErrors.heldAlready();
  tx.trail.reason = reason;
  return presentOrder(tx, await changeRecord(tx, orders, order, { heldReason: reason }));
});

export const releaseOrder = writes(contract.releaseOrder, async (tx, { params, body: { version, reason } }) => {
  const order = await lockRecord(tx, orders, params.id, version, presentOrder);
  if (order.heldReason === null) throw orderErrors.notHeld();
  tx.trail.reason = reason;
  return presentOrder(tx, await changeRecord(tx, orders, order, { heldReason: null }));
});

export const retryIssue = writes(contract.retryIssue, async (tx, { params: { id, code }, body: { version } }) => {
  const order = await lockRecord(tx, orders, id, version, presentOrder);
  if (!(await findRow(tx, "orderIssue", { orderId: id, code, clearedAt: null }))) throw orderErrors.issueGone();
  const again = retryOf(code);
  if (!again) throw orderErrors.issueRetry();
  tx.trail.summary = `重试：${again.label}`;
  await again.retry(tx, id);
  return presentOrder(tx, await changeRecord(tx, orders, order, {}));
});
