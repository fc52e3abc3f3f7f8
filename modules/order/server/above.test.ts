import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { playOutside } from "@ops/platform/server/testing";
import { givenStore } from "@ops/store/server/testing";
import { carArrivedAtStore, carDeparted } from "@ops/vehicle/contract";
import { carRow, givenCar } from "@ops/vehicle/server/testing";
import * as contract from "../contract/index.ts";
import { cancelStory } from "./cancel/testing.ts";
import { changeDesk } from "./change/testing.ts";
import * as published from "./index.ts";
import { tellingOf } from "./intake/testing.ts";
import {
  givenChecks,
  givenChoice,
  givenDraftedOrder,
  givenDutyButler,
  givenOrder,
  givenPaid,
  givenSigned,
  givenSlots,
  givenVerified,
  instantAt,
  newCustomer,
  orderRow,
  slotAt,
  testApp,
} from "./testing.ts";
import { Above, FACTS, type Payload, packReady } from "./testing-above.ts";

const above = new Above();
const app = testApp(above.module);
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const channel = playOutside(app, "order.refund", () => {
  return { state: "DONE", answer: { channelNo: "RF01", finishedAt: "2026-01-01T00:00:00Z" } };
});
playOutside(app, "order.invoice", () => {
  return { state: "DONE", answer: { invoiceNo: "25001", issuedAt: "2025-05-01T02:00:00Z" } };
});
playOutside(app, "order.contract", () => ({ state: "REFUSED", reason: "停机" }));
const telling = tellingOf(app);
const everHeard = new Set<string>();

/** What was heard of an order since the last question, by name; each with its time, under the key of its record. */
async function news(orderId: string): Promise<[string, Payload][]> {
  await app.node.events.deliverAll();
  const all = above.heard.splice(0).filter(({ payload }) => payload["orderId"] === orderId);
  for (const { name, payload } of all) {
    everHeard.add(name);
    assert.match(String(payload["at"]), /^\d{4}-\d\d-\d\dT.*Z$/, name);
    const keyed = await app.rows("select from event_outbox where name = $1 and key = $2", [name, orderId]);
    assert.ok(keyed.length > 0, `${name} is told by its order`);
  }
  return all
    .map(({ name, payload: { at: _at, orderId: _orderId, ...facts } }): [string, Payload] => [name, facts])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The order and its version as it is now, for a call about it. */
const now = async (id: string) => {
  const { version } = await orderRow(app, id);
  return { params: { id }, version };
};

test("order 15 every event tells its order, the time and the facts of the table, and nothing else", () => {
  for (const [event, name, ...facts] of FACTS) {
    assert.equal(event.name, name);
    assert.deepEqual(Object.keys(event.payload.shape).toSorted(), ["orderId", "at", ...facts].toSorted(), name);
    assert.equal(event.key({ orderId: "1", customerId: "2" }), "1", name);
  }
  const { name, payload, key } = contract.customerChanged;
  assert.deepEqual([name, Object.keys(payload.shape)], ["customer.changed", ["customerId", "at"]]);
  assert.equal(key({ customerId: "2", at: "" }), "2");
});

/** An order as clue places it: its customer was found by his phone, its lead is named. */
async function placed(clueId: string | null) {
  const [{ id: storeId }, { id: deliveryStoreId }] = [await givenStore(app), await givenStore(app)];
  await givenSlots(app, deliveryStoreId);
  const choice = await givenChoice(app);
  const typed = newCustomer();
  const { customerId } = await run((tx) => published.findOrCreateCustomer(tx, typed));
  const terms = { deliveryStoreId, payMode: "FULL", cityCode: "310100" } as const;
  const order = { source: "STORE", customerId, storeId, advisorId: null, clueId, ...choice, ...terms } as const;
  const { orderId, orderNo } = await run((tx) => published.createOrder(tx, order));
  return { orderId, orderNo, customerId, deliveryStoreId, typed, carConfigId: choice.carConfigId };
}

/** The same, locked by its customer. */
async function lockedOne() {
  const order = await placed(null);
  await givenPaid(app, { id: order.orderId }, 500_000);
  await givenVerified(app, order);
  assert.deepEqual(await telling.push(telling.event(order.orderNo, "customer.locked", {}, { seconds: 0 })), [
    ["APPLIED", null],
  ]);
  await news(order.orderId);
  return order;
}

const carFor = ({ carConfigId }: { readonly carConfigId: string }) =>
  givenCar(app, { config: { id: carConfigId, modelId: "", seriesId: "", seriesCode: "", configCode: "" } });

test("order 15 as clue does: it finds the customer, places an order, follows its deposits, lock and unlock", async () => {
  const clueId = newId();
  const { orderId, orderNo, customerId, typed } = await placed(clueId);
  assert.deepEqual(await news(orderId), [["order.created", { clueId }]]);
  await run((tx) => published.linkClue(tx, { orderId, clueId }));
  await assert.rejects(
    run((tx) => published.linkClue(tx, { orderId, clueId: newId() })),
    { msgCode: "ORDER_CLUE_LINKED" },
  );
  assert.deepEqual(await run((tx) => published.findOrCreateCustomer(tx, typed)), { customerId, created: false });
  const customer = await run((tx) => published.requireCustomer(tx, customerId));
  assert.deepEqual(await run((tx) => published.lookupCustomers(tx, [customerId])), new Map([[customerId, customer]]));
  assert.equal(JSON.stringify(customer).includes(typed.phone), false, "masks and hashes alone");

  await givenPaid(app, { id: orderId }, 100_000);
  assert.deepEqual(await news(orderId), [["order.deposited", { kind: "SMALL" }]]);
  await givenPaid(app, { id: orderId }, 400_000);
  assert.deepEqual(await news(orderId), [["order.deposited", { kind: "BIG" }]]);
  await givenVerified(app, { customerId });
  await telling.push(telling.event(orderNo, "customer.locked", {}, { seconds: 0 }));
  assert.deepEqual(await news(orderId), [
    ["order.locked", {}],
    ["order.promiseChanged", { no: 1 }],
  ]);
  const [open] = await run((tx) => published.openOrdersOf(tx, customerId));
  assert.partialDeepStrictEqual(open, {
    id: orderId,
    status: "LOCKED",
    clueId,
    lockTotalFen: 25_790_000,
    path: "BUILD",
  });
  const client = await app.signIn({ boolAdmin: true });
  const { params, version } = await now(orderId);
  await client.call(contract.unlockOrder, { params, body: { reason: "客户误锁", version } });
  assert.deepEqual(await news(orderId), [
    ["order.promiseChanged", { no: 2 }],
    ["order.unlocked", {}],
  ]);
});

test("order 15 as lightning and logistics do: a car from stock, another one, on its way and there", async () => {
  const { orderId, orderNo, deliveryStoreId, carConfigId } = await lockedOne();
  const [first, second] = [await carFor({ carConfigId }), await carFor({ carConfigId })];
  await telling.push(telling.event(orderNo, "factory.scheduled", {}, { seconds: 0 }));
  assert.deepEqual(await news(orderId), [["order.scheduled", {}]]);
  const matched = await run(async (tx) => {
    assert.equal((await published.lockOrder(tx, orderId)).status, "SCHEDULED");
    return published.matchCar(tx, { orderId, carId: first.id });
  });
  assert.deepEqual(matched, { status: "PRODUCED", vin: first.vin });
  assert.deepEqual(await news(orderId), [["order.vinBound", { carId: first.id, path: "LIGHTNING" }]]);
  const client = await app.signIn({ boolAdmin: true });
  const { params, version } = await now(orderId);
  await client.call(contract.swapOrderCar, { params, body: { carId: second.id, reason: "漆面瑕疵", version } });
  assert.deepEqual(await news(orderId), [["order.vinChanged", { fromCarId: first.id, carId: second.id }]]);

  const of = { carId: second.id, vin: second.vin, groupId: "1" };
  const at = () => app.now().toISOString();
  app.passTime(60);
  const leg = { fromPlaceId: null, toPlaceId: deliveryStoreId, expectAt: null };
  await run((tx) => tx.publish(carDeparted, { ...of, ...leg, at: at() }));
  await app.node.events.deliverAll();
  assert.deepEqual(await news(orderId), [["order.shipped", {}]]);
  app.passTime(60);
  await run((tx) => tx.publish(carArrivedAtStore, { ...of, storeId: deliveryStoreId, signed: true, at: at() }));
  await app.node.events.deliverAll();
  assert.deepEqual(await news(orderId), [["order.arrived", { storeId: deliveryStoreId }]]);
  const found = (await run((tx) => published.lookupOrders(tx, [orderId]))).get(orderId);
  assert.partialDeepStrictEqual(found, { status: "ARRIVED", carId: second.id, vin: second.vin, path: "LIGHTNING" });
});

test("order 15 as subsidy and wecom do: promises, stages, appointments, prices, butlers, buyers and stores are followed", async () => {
  const { orderId, deliveryStoreId } = await lockedOne();
  const client = await app.signIn({ boolAdmin: true });
  const body = async (more: object) => {
    const { params, version } = await now(orderId);
    return { params, version, ...more };
  };
  const butlerId = await givenDutyButler(app, deliveryStoreId);
  const { params, version } = await body({});
  await client.call(contract.assignOrder, { params, body: { butlerId, reason: "熟悉客户", version } });
  assert.deepEqual(await news(orderId), [["order.butlerChanged", { fromUserId: null, userId: butlerId }]]);

  const [row] = await app.rows<{ day: string }>(
    "select promise_effective::text as day from sales_order where id = $1",
    [orderId],
  );
  const day = row?.day ?? "";
  const later = { ...(await now(orderId)) };
  await client.call(contract.changePromise, {
    params: later.params,
    body: { party: "BRAND", day: addDays(day, 3), reason: "产能调整", version: later.version },
  });
  assert.deepEqual(await news(orderId), [["order.promiseChanged", { no: 2 }]]);
  assert.deepEqual(
    (await run((tx) => published.promiseHistory(tx, orderId))).map(({ no, kind, promisedOn, eta, party }) => [
      no,
      kind,
      promisedOn,
      eta,
      party,
    ]),
    [
      [1, "LOCK", day, day, "BRAND"],
      [2, "BRAND", day, addDays(day, 3), "BRAND"],
    ],
  );
  assert.deepEqual(
    (await run((tx) => published.stageHistory(tx, orderId))).map(({ to }) => to),
    ["UNPAID", "BIG", "LOCKED"],
  );

  const booked = await now(orderId);
  await client.call(contract.bookAppointment, {
    params: booked.params,
    body: { startAt: slotAt(app, 2), version: booked.version },
  });
  assert.deepEqual(await news(orderId), []);
  const again = await now(orderId);
  const wish = { startAt: slotAt(app, 3), party: "CUSTOMER", reason: "出差" } as const;
  await client.call(contract.bookAppointment, { params: again.params, body: { ...wish, version: again.version } });
  const [fromAt, toAt] = [instantAt(app, 2).toISOString(), instantAt(app, 3).toISOString()];
  assert.deepEqual(await news(orderId), [["order.appointmentMoved", { fromAt, toAt, party: "CUSTOMER" }]]);

  const priced = await now(orderId);
  const correction = { lines: [], reason: "补录", version: priced.version };
  await client.call(contract.correctPrice, { params: priced.params, body: correction });
  assert.deepEqual(await news(orderId), [["order.priceCorrected", {}]]);

  const { apply, decide } = changeDesk(app);
  const drafted = await givenDraftedOrder(app);
  const buyer = await apply(drafted, { kind: "BUYER", customer: newCustomer(), relation: "SPOUSE" });
  await decide(buyer.data.id, { id: drafted.storeId });
  const { customerId } = await orderRow(app, drafted.id);
  const bought = (await news(drafted.id)).find(([name]) => name === "order.buyerChanged");
  assert.deepEqual(bought?.[1], { fromCustomerId: drafted.customerId, customerId });
  const { id: storeId } = await givenStore(app);
  const moved = await apply(drafted, { kind: "DELIVERY_STORE", deliveryStoreId: storeId });
  await decide(moved.data.id, { id: storeId });
  assert.deepEqual(await news(drafted.id), [
    ["order.deliveryStoreChanged", { fromStoreId: drafted.deliveryStoreId, storeId }],
  ]);
});

test("order 15 as rights and subsidy do: a check stops the hand-over, a guard its reversal, an issue stays until it is cleared", async () => {
  const { orderId, customerId, deliveryStoreId, carConfigId } = await lockedOne();
  const client = await app.signIn({ boolAdmin: true });
  const car = await carFor({ carConfigId });
  await app.rows("update car set place_kind = 'STORE', place_id = $2 where id = $1", [car.id, deliveryStoreId]);
  await run((tx) => published.matchCar(tx, { orderId, carId: car.id }));
  const [money] = await app.rows<{ left: number }>("select balance_fen::int as left from order_money where id = $1", [
    orderId,
  ]);
  await givenPaid(app, { id: orderId }, money?.left ?? 0);
  await givenSigned(app, { id: orderId });
  await news(orderId);
  const invoiced = await now(orderId);
  await client.call(contract.applyInvoice, {
    params: invoiced.params,
    body: { kind: "CAR", version: invoiced.version },
  });
  await app.node.outside.callAll();
  const [invoice] = await app.rows<{ id: string }>("select id from order_invoice where order_id = $1", [orderId]);
  assert.deepEqual(await news(orderId), [["order.invoiced", { invoiceId: invoice?.id }]]);
  await givenChecks(app, { id: orderId });
  const booked = await now(orderId);
  await client.call(contract.bookAppointment, {
    params: booked.params,
    body: { startAt: slotAt(app, 2), version: booked.version },
  });
  const ready = await now(orderId);
  assert.equal(
    (await client.call(contract.readyOrder, { params: ready.params, body: { version: ready.version } })).msg,
    "",
  );

  const deliver = async () => {
    const { params, version } = await now(orderId);
    return client.call(contract.deliverOrder, { params, body: { mileageKm: 12, version } });
  };
  assert.equal((await deliver()).msg, "以下项目未完成：权益");
  above.ready.add(orderId);
  assert.equal((await deliver()).msg, "");
  assert.deepEqual(await news(orderId), [["order.delivered", { carId: car.id }]]);
  assert.equal((await carRow(app, car)).holdState, "DELIVERED");

  await run((tx) => published.raiseIssue(tx, { orderId, code: "ABOVE", text: "权益开通失败，重试" }));
  const issues = async () =>
    (await client.call(contract.getOrder, { params: { id: orderId } })).data.issues.map(({ text }) => text);
  assert.deepEqual(await issues(), ["权益开通失败，重试"]);
  await run((tx) => published.clearIssue(tx, { orderId, code: "ABOVE" }));
  assert.deepEqual(await issues(), []);
  await run((tx) => published.tellCustomer(tx, { customerId, message: packReady, params: { what: "权益" } }));
  const sent = await app.rows("select text from sms_outbox where template_code = $1", [packReady.code]);
  assert.deepEqual(sent, [{ text: "您的权益已就绪。" }]);

  const revert = async () => {
    const { params, version } = await now(orderId);
    return client.call(contract.revertDelivery, { params, body: { reason: "误操作", version } });
  };
  above.paid.add(orderId);
  assert.equal((await revert()).msg, "不能撤销交付：补贴已支付");
  above.paid.delete(orderId);
  assert.equal((await revert()).msg, "");
  assert.deepEqual(await news(orderId), [["order.deliveryReverted", {}]]);
});

test("order 15 as logistics does: what it asks for is a line of the cancellation, which is told with its refunds", async () => {
  const story = cancelStory(app);
  const order = await story.given("SCHEDULED");
  above.freight.set(order.id, 180_000);
  const seller = await story.seller();
  const { data } = await story.preview(seller, order);
  assert.deepEqual(data.charges.map(({ kind, label, fen, source }) => [kind, label, fen, source]).at(-1), [
    "FREIGHT",
    "物流费",
    180_000,
    "CY20250301000001",
  ]);
  await news(order.id);
  await story.applied(seller, order);
  await story.approveAll(seller, order);
  assert.deepEqual(await news(order.id), [["order.cancelled", { party: "CUSTOMER", fromStatus: "SCHEDULED" }]]);
  await app.node.outside.callAll();
  assert.ok(channel.heard.length > 0);
  const refunds = await app.rows<{ id: string }>("select id from order_refund where order_id = $1 order by id", [
    order.id,
  ]);
  assert.deepEqual(
    (await news(order.id)).map(([name, { refundId }]) => [name, refundId]).toSorted(),
    refunds.map(({ id }) => ["order.refunded", id]).toSorted(),
  );
});

test("order 15 an order that nobody pays is placed and closed, and not open any more", async () => {
  const left = await placed(null);
  app.passTime(24 * 3_600 + 1);
  await app.node.timers.fireAll();
  assert.deepEqual(await news(left.orderId), [
    ["order.closed", {}],
    ["order.created", { clueId: null }],
  ]);
  assert.deepEqual(await run((tx) => published.openOrdersOf(tx, left.customerId)), []);
});

test("order 15 a customer who is called otherwise is told by the customer, and every event was heard", async () => {
  const { customerId } = await givenOrder(app);
  const client = await app.signIn({ boolAdmin: true });
  await app.node.events.deliverAll();
  above.heard.splice(0);
  await client.call(contract.editCustomer, { params: { id: customerId }, body: { name: "王新", version: 1 } });
  await app.node.events.deliverAll();
  assert.partialDeepStrictEqual(above.heard, [{ name: "customer.changed", payload: { customerId } }]);
  assert.deepEqual([...everHeard].toSorted(), FACTS.map(([, name]) => name).toSorted());
});
