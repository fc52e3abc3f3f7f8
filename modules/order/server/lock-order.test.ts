import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { givenCar } from "@ops/vehicle/server/testing";
import { sql } from "kysely";
import * as contract from "../contract/index.ts";
import { freeDraft } from "./cancel/draft.ts";
import { cancelNow } from "./cancel/finish.ts";
import { matchCar } from "./car/published.ts";
import { moveStoreAtOnce } from "./change/at-once.ts";
import { hearCar } from "./intake/listeners.ts";
import { orderTells } from "./intake/tell-order.ts";
import { lockOrderRow } from "./order/lock-order.ts";
import { lockMoney } from "./order/money.ts";
import type { OrderRow } from "./order/tables.ts";
import { receivePayment } from "./payment/receive.ts";
import {
  givenBooked,
  givenBound,
  givenDraftedOrder,
  givenLockedOrder,
  givenOrder,
  givenPaid,
  givenReady,
  givenVerified,
  orderRow,
  slotAt,
  testApp,
} from "./testing.ts";

const app = testApp();

async function orderAndCar() {
  const order = await givenLockedOrder(app);
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  return { order, car: await givenCar(app, { config, buildOrderNo: order.orderNo }) };
}

const take = (tx: Tx, [table, id]: Row) =>
  sql`select from ${sql.table(table)} where id = ${id} for update nowait`.execute(tx.kysely);

/** Tells whether nobody holds a row. */
const isFree = (row: Row) =>
  app
    .arrange((tx) => take(tx, row))
    .then(
      () => true,
      () => false,
    );

type Row = readonly [table: "sales_order" | "order_money" | "car" | "delivery_slot", id: string];

/** An act and the rows that it locks, in the order of OR-R22. */
interface Act {
  readonly rows: readonly Row[];
  run(): Promise<unknown>;
}

/** Waits until somebody waits for a row that another one holds. */
async function untilWaiting(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const [row] = await app.rows<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (row && row.n > 0) return;
    await sleep(10);
  }
  assert.fail("the act does not lock the row");
}

/**
 * Holds each row of an act in turn, and lets the act run against it: it must wait there, and must not have locked any of
 * the later rows yet. So the act locks them all, and in this order.
 */
async function proveOrder(prepare: () => Promise<Act>): Promise<void> {
  const first = await prepare();
  for (const at of first.rows.keys()) await proveRow(at === 0 ? first : await prepare(), at);
}

async function proveRow({ rows, run }: Act, at: number): Promise<void> {
  let acting: Promise<unknown> = Promise.resolve();
  await app.arrange(async (tx) => {
    await take(tx, rows[at] ?? ["car", ""]);
    acting = run();
    await untilWaiting();
    for (const row of rows.slice(at + 1)) {
      assert.equal(await isFree(row), true, `${row[0]} before ${rows[at]?.[0]}`);
    }
  });
  await acting;
}

const ofOrder = ({ id }: OrderRow): Row => ["sales_order", id];
const ofMoney = ({ id }: OrderRow): Row => ["order_money", id];
const ofCar = ({ carId }: OrderRow): Row => ["car", carId ?? ""];
async function ofSlot({ id }: OrderRow): Promise<Row> {
  const [booked] = await app.rows<{ slotId: string }>("select slot_id from delivery_appointment where order_id = $1", [
    id,
  ]);
  return ["delivery_slot", booked?.slotId ?? ""];
}

/** Calls as somebody who may do everything, and requires that it works. */
async function act(call: (client: Awaited<ReturnType<typeof app.signIn>>) => Promise<{ readonly msg: string }>) {
  const client = await app.signIn({ boolAdmin: true });
  return async () => assert.equal((await call(client)).msg, "");
}

/** An order with a car elsewhere and a booked appointment. */
async function givenExpected(): Promise<OrderRow> {
  const { id: deliveryStoreId } = await givenStore(app);
  const order = await givenBound(app, await givenDraftedOrder(app, { deliveryStoreId }));
  await givenBooked(app, order);
  return orderRow(app, order.id);
}

test("OR-R22 a lock and a payment take the order, then its money", async () => {
  await proveOrder(async () => {
    const { id: deliveryStoreId } = await givenStore(app);
    const placed = await givenOrder(app, { deliveryStoreId, payMode: "FULL", cityCode: "310100" });
    const order = await givenPaid(app, placed, 500_000);
    await givenVerified(app, order);
    const run = () =>
      app.arrange(async (tx) =>
        orderTells["customer.locked"](tx, await lockOrderRow(tx, order.id), { at: tx.now, payload: {} }),
      );
    return { rows: [ofOrder(order), ofMoney(order)], run };
  });
  await proveOrder(async () => {
    const { order } = await orderAndCar();
    const paid = { kind: "DOWN", channel: "BANK", amountFen: 100, txnNo: `L${order.id}`, remark: null } as const;
    const run = () =>
      app.arrange(async (tx) => receivePayment(tx, await lockOrderRow(tx, order.id), { ...paid, paidAt: tx.now }));
    return { rows: [ofOrder(order), ofMoney(order)], run };
  });
});

test("OR-R22 a car that is matched, built, swapped or handed over comes after its order", async () => {
  await proveOrder(async () => {
    const { order, car } = await orderAndCar();
    const run = () => app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id }));
    return { rows: [ofOrder(order), ["car", car.id]], run };
  });
  await proveOrder(async () => {
    const { order, car } = await orderAndCar();
    const news = { carId: car.id, vin: car.vin, no: 77, at: app.now().toISOString(), buildOrderNo: order.orderNo };
    return {
      rows: [ofOrder(order), ["car", car.id]],
      run: () => app.arrange((tx) => hearCar(tx, "car.produced", news)),
    };
  });
  await proveOrder(async () => {
    const order = await givenBound(app, await givenDraftedOrder(app));
    const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
    const { id: carId } = await givenCar(app, { config });
    const body = { carId, reason: "漆面瑕疵", version: order.version };
    const run = await act((client) => client.call(contract.swapOrderCar, { params: { id: order.id }, body }));
    // both cars are taken together, the one with the smaller id first
    const cars = [ofCar(order), ["car", carId] as const].toSorted(([, one], [, other]) => (one < other ? -1 : 1));
    return { rows: [ofOrder(order), ...cars], run };
  });
  await proveOrder(async () => {
    const { order } = await givenReady(app);
    const body = { mileageKm: 12, version: order.version };
    const run = await act((client) => client.call(contract.deliverOrder, { params: { id: order.id }, body }));
    return { rows: [ofOrder(order), ofCar(order)], run };
  });
});

test("OR-R22 a slot comes after order, money and car: booked, given back by an unlock, another store or a cancellation", async () => {
  await proveOrder(async () => {
    const { id, version } = await givenExpected();
    const params = { id };
    await (
      await act((client) =>
        client.call(contract.cancelAppointment, { params, body: { party: "CUSTOMER", reason: "改期", version } }),
      )
    )();
    const order = await orderRow(app, id);
    const body = { startAt: slotAt(app, 2), version: order.version };
    const run = await act((client) => client.call(contract.bookAppointment, { params, body }));
    return { rows: [ofOrder(order), await ofSlot(order)], run };
  });
  await proveOrder(async () => {
    const locked = await givenLockedOrder(app);
    await givenBooked(app, locked);
    const order = await orderRow(app, locked.id);
    const body = { reason: "客户改色", version: order.version };
    const run = await act((client) => client.call(contract.unlockOrder, { params: { id: order.id }, body }));
    return { rows: [ofOrder(order), ofMoney(order), await ofSlot(order)], run };
  });
  await proveOrder(async () => {
    const [order, { id: storeId }] = [await givenExpected(), await givenStore(app)];
    const run = () =>
      app.arrange(async (tx) => moveStoreAtOnce(tx, await lockOrderRow(tx, order.id), { storeId, reason: "门店停业" }));
    return { rows: [ofOrder(order), ofCar(order), await ofSlot(order)], run };
  });
  await proveOrder(async () => {
    const expected = await givenExpected();
    const words = { reasonCode: "OTHER", reason: "计划变化" } as const;
    const run = () =>
      app.arrange(async (tx) => {
        const order = await lockOrderRow(tx, expected.id);
        return cancelNow(tx, order, await freeDraft(tx, order, "BRAND"), words);
      });
    return { rows: [ofOrder(expected), ofCar(expected), await ofSlot(expected)], run };
  });
});

test("OR-R22 two that want order, money and car at once both end, one after the other", async () => {
  const { order, car } = await orderAndCar();
  const all = () =>
    app.arrange(async (tx) => {
      const locked = await lockOrderRow(tx, order.id);
      await lockMoney(tx, locked);
      await sleep(20);
      return matchCar(tx, { orderId: order.id, carId: car.id }).catch(({ msgCode }: { msgCode: string }) => msgCode);
    });
  const ends = await Promise.all([all(), all(), all()]);
  assert.equal(ends.filter((end) => end === "ORDER_CAR_BOUND").length, 2);
});
