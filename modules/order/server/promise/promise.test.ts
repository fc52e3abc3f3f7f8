import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import { givenPhoto } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { givenOrder, givenPaid, testApp } from "../testing.ts";
import { promiseHistory } from "./published.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const butler = () => app.signIn({ permissions: ["order:order:view", "order:promise:change"] });

/** An order that was promised for 30 days from now. */
async function promisedOrder() {
  const order = await givenPaid(app, await givenOrder(app), 500_000);
  const day = addDays(dayOf(app.now()), 30);
  await app.rows(
    `update sales_order set state = 'LOCKED', locked_at = now(), promise_original = $2, promise_effective = $2, eta = $2
     where id = $1`,
    [order.id, day],
  );
  return { id: order.id, version: order.version, day };
}

test("OR-R6 the customer's word moves the promise by 1 to 180 days, with a proof", async () => {
  const client = await butler();
  const { id, version, day } = await promisedOrder();
  const file = await givenPhoto(app, client.user, "salesOrder");
  const change = (to: string, fileIds: string[] = [file]) =>
    client.call(contract.changePromise, {
      params: { id },
      body: { party: "CUSTOMER", day: to, reason: "客户出差", fileIds, version },
    });
  assert.deepEqual(refusal(await change(addDays(day, 5), [])), ["ORDER_PROMISE_EVIDENCE", "客户原因变更须上传凭证"]);
  assert.deepEqual(refusal(await change(day)), ["ORDER_PROMISE_LATER", "新的交付日须晚于承诺交付日1–180天"]);
  assert.equal((await change(addDays(day, 181))).msgCode, "ORDER_PROMISE_LATER");
  const nearest = await promisedOrder();
  const tomorrow = { party: "CUSTOMER", day: addDays(nearest.day, 1), reason: "客户出差" } as const;
  const proof = [await givenPhoto(app, client.user, "salesOrder")];
  const by1 = { params: { id: nearest.id }, body: { ...tomorrow, fileIds: proof, version: nearest.version } };
  assert.equal((await client.call(contract.changePromise, by1)).data.promiseEffective, addDays(nearest.day, 1));
  const { data } = await change(addDays(day, 180));
  const to = addDays(day, 180);
  assert.deepEqual([data.promiseOriginal, data.promiseEffective, data.eta], [day, to, to]);
  const { data: history } = await client.call(contract.getOrderHistory, { params: { id } });
  assert.deepEqual(
    history.promises.map(({ no, kind, promisedOn, eta, party, reason, files }) => {
      return [no, kind, promisedOn, eta, party, reason, files.length];
    }),
    [[1, "CUSTOMER", to, to, "CUSTOMER", "客户出差", 1]],
  );
  assert.equal(history.promises[0]?.byName, client.user.userName);
});

test("OR-R6 the brand's word moves what is expected alone, never before today", async () => {
  const client = await butler();
  const { id, version, day } = await promisedOrder();
  const today = dayOf(app.now());
  const change = (to: string, at = version) =>
    client.call(contract.changePromise, {
      params: { id },
      body: { party: "BRAND", day: to, reason: "芯片短缺", version: at },
    });
  assert.deepEqual(refusal(await change(addDays(today, -1))), ["ORDER_PROMISE_PAST", "预计交付日不能早于今天"]);
  const { data: soon } = await change(today);
  assert.deepEqual([soon.promiseEffective, soon.eta], [day, today]);
  const { data } = await change(addDays(day, 60), soon.version);
  assert.deepEqual([data.promiseOriginal, data.promiseEffective, data.eta], [day, day, addDays(day, 60)]);
  const told = await app.rows<{ no: number }>(
    "select (payload ->> 'no')::int as no from event_outbox where name = 'order.promiseChanged' and payload ->> 'orderId' = $1 order by id",
    [id],
  );
  assert.deepEqual(told, [{ no: 1 }, { no: 2 }]);
  const rows = await app.arrange((tx) => promiseHistory(tx, id));
  assert.deepEqual(
    rows.map(({ no, kind, promisedOn, eta }) => [no, kind, promisedOn, eta]),
    [
      [1, "BRAND", day, today],
      [2, "BRAND", day, addDays(day, 60)],
    ],
  );
});

test("OR-R6 an order without a promise, at its end or on hold has none to change", async () => {
  const client = await butler();
  const bare = await givenPaid(app, await givenOrder(app), 500_000);
  const day = addDays(dayOf(app.now()), 9);
  const change = ({ id, version }: { id: string; version: number }) =>
    client.call(contract.changePromise, { params: { id }, body: { party: "BRAND", day, reason: "物流延误", version } });
  assert.deepEqual(refusal(await change(bare)), ["ORDER_PROMISE_NONE", "订单没有承诺交付日"]);
  const order = await promisedOrder();
  await app.rows("update sales_order set held_reason = '投诉处理' where id = $1", [order.id]);
  assert.equal((await change(order)).msgCode, "ORDER_HELD");
  await app.rows("update sales_order set held_reason = null, state = 'CANCELLED' where id = $1", [order.id]);
  assert.equal((await change(order)).msgCode, "ORDER_STATE_ILLEGAL");
});
