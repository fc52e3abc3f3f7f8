import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "@ops/platform/server";
import { givenCar } from "@ops/vehicle/server/testing";
import { sql } from "kysely";
import { matchCar } from "./car/published.ts";
import { hearCar } from "./intake/listeners.ts";
import { lockOrderRow } from "./order/lock-order.ts";
import { lockMoney } from "./order/money.ts";
import { receivePayment } from "./payment/receive.ts";
import { givenLockedOrder, testApp } from "./testing.ts";

const app = testApp();

async function orderAndCar() {
  const order = await givenLockedOrder(app);
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  return { order, car: await givenCar(app, { config, buildOrderNo: order.orderNo }) };
}

const isFree = (tx: Tx, table: string, id: string) =>
  sql`select from ${sql.table(table)} where id = ${id} for update nowait`.execute(tx.kysely).then(
    () => true,
    () => false,
  );

/** Starts an act while somebody else holds the order, and answers whether these rows are still free then. */
async function freeWhileWaiting(orderId: string, act: () => Promise<unknown>, rows: [string, string][]) {
  let acting: Promise<unknown> = Promise.resolve();
  const free: boolean[] = [];
  await app.arrange(async (tx) => {
    await lockOrderRow(tx, orderId);
    acting = act();
    await sleep(300); // the act has come as far as it can
    for (const [table, id] of rows) free.push(await app.arrange((other) => isFree(other, table, id)));
  });
  await acting;
  return free;
}

test("OR-R22 a car is locked after its order: whoever waits for the order holds no car yet", async () => {
  const { order, car } = await orderAndCar();
  const match = () => app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id }));
  assert.deepEqual(await freeWhileWaiting(order.id, match, [["car", car.id]]), [true]);
  const told = await orderAndCar();
  const news = { carId: told.car.id, vin: told.car.vin, no: 77, at: app.now().toISOString(), buildOrderNo: "" };
  const hear = () => app.arrange((tx) => hearCar(tx, "car.produced", { ...news, buildOrderNo: told.order.orderNo }));
  assert.deepEqual(await freeWhileWaiting(told.order.id, hear, [["car", told.car.id]]), [true]);
  const states = await app.rows<{ state: string }>("select state from sales_order where id = any($1)", [
    [order.id, told.order.id],
  ]);
  assert.deepEqual(
    states.map(({ state }) => state),
    ["PRODUCED", "PRODUCED"],
  );
});

test("OR-R22 money is locked after its order", async () => {
  const { order } = await orderAndCar();
  const pay = () =>
    app.arrange(async (tx) => {
      const locked = await lockOrderRow(tx, order.id);
      const paid = { kind: "DOWN", channel: "BANK", amountFen: 100, txnNo: `L${order.id}`, remark: null } as const;
      return receivePayment(tx, locked, { ...paid, paidAt: tx.now });
    });
  assert.deepEqual(await freeWhileWaiting(order.id, pay, [["order_money", order.id]]), [true]);
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
