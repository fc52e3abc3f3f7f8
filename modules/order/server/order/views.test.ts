import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf, startOfDay, weekdayOf } from "@ops/platform/contract";
import { givenStore } from "@ops/store/server/testing";
import type { OrderStatus, OrderView } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { givenOrder, testApp } from "../testing.ts";
import { raiseIssue } from "./issue.ts";
import { orderTodos } from "./todos.ts";

const app = testApp();
const DAY = 86_400_000;

/** Orders of one store in given states, found by a view. */
async function ground() {
  const store = await givenStore(app);
  const reader = await app.signIn({
    permissions: ["order:order:list", "order:order:assign"],
    scope: "ORG",
    organization: store,
  });
  const put = async (state: OrderStatus, values: Record<string, unknown> = {}) => {
    const { id } = await givenOrder(app, { storeId: store.id });
    const given = { state, locked_at: app.now(), ...values };
    const sets = Object.keys(given).map((name, at) => `${name} = $${at + 2}`);
    await app.rows(`update sales_order set ${sets.join(", ")} where id = $1`, [id, ...Object.values(given)]);
    return id;
  };
  const found = async (view: OrderView) => {
    const { data } = await reader.call(contract.listOrders, { query: { view } });
    return data.list.map(({ id }) => id).sort();
  };
  return { put, found, reader };
}

const promised = (days: number) => {
  const day = addDays(dayOf(app.now()), days);
  return { promise_original: day, promise_effective: day };
};

test("OR-R15 临近承诺: at most 7 days left and the car not there; 已超承诺: passed and not handed over", async () => {
  const { put, found, reader } = await ground();
  const near = [await put("LOCKED", promised(7)), await put("IN_TRANSIT", promised(0))];
  await put("PRODUCED", promised(8));
  await put("ARRIVED", promised(1));
  const past = [
    await put("SCHEDULED", promised(-1)),
    await put("READY", promised(-30)),
    await put("CANCEL_REVIEW", promised(-2)),
  ];
  await put("DELIVERED", { ...promised(-1), delivered_at: app.now() });
  await put("CANCELLED", promised(-1));
  assert.deepEqual(await found("NEAR"), near.sort());
  const { data } = await reader.call(contract.listOrders, { query: { pageSize: 100 } });
  const today = dayOf(app.now());
  const told = data.list.filter(({ nearFrom }) => nearFrom !== null && nearFrom <= today).map(({ id }) => id);
  assert.deepEqual(
    told.sort(),
    [...near, past[0]].sort(),
    "each order tells it itself; what has passed was near before",
  );
  assert.deepEqual(await found("PAST"), past.sort());
});

test("OR-R15 停留超时: longer in a stage than it should be, at the very boundary not yet", async () => {
  const { put, found } = await ground();
  const since = (days: number, seconds = 0) => ({
    stage_at: new Date(app.now().getTime() - days * DAY - seconds * 1000),
  });
  const late = [
    await put("UNPAID", since(2 / 24, 60)),
    await put("BIG", since(15, 60)),
    await put("LOCKED", since(10, 60)),
    await put("PRODUCED", since(5, 60)),
    await put("ARRIVED", since(3, 60)),
    await put("IN_TRANSIT", { eta: addDays(dayOf(app.now()), -4) }),
  ];
  await put("UNPAID", since(2 / 24, -60));
  await put("UNPAID", { ...since(2), source: "APP" });
  await put("BIG", since(15, -60));
  await put("LOCKED", since(10, -60));
  await put("PRODUCED", since(5, -60));
  await put("ARRIVED", since(3, -60));
  await put("ARRIVED", { ...since(90), appointment_at: app.now() });
  await put("IN_TRANSIT", { eta: addDays(dayOf(app.now()), -3) });
  await put("IN_TRANSIT", since(90));
  await put("SCHEDULED", since(90));
  assert.deepEqual(await found("AGED"), late.sort());
});

test("OR-R15 今日交付 and 本周到店: the customer is expected today, or between Monday and Sunday of this week", async () => {
  const { put, found } = await ground();
  const today = dayOf(app.now());
  const monday = addDays(today, -weekdayOf(today));
  const at = (day: string, seconds = 0) => ({ appointment_at: new Date(startOfDay(day).getTime() + seconds * 1000) });
  const [first, last] = [await put("READY", at(today)), await put("ARRIVED", at(addDays(today, 1), -1))];
  const tomorrow = await put("LOCKED", at(addDays(today, 1)));
  const yesterday = await put("READY", at(today, -1));
  await put("READY");
  assert.deepEqual(await found("TODAY"), [first, last].sort());
  const around = [
    await put("READY", at(monday)),
    await put("READY", at(addDays(monday, 7), -1)),
    first,
    last,
    ...(weekdayOf(today) < 6 ? [tomorrow] : []),
    ...(weekdayOf(today) > 0 ? [yesterday] : []),
  ];
  await put("READY", at(monday, -1));
  await put("READY", at(addDays(monday, 7)));
  assert.deepEqual(await found("WEEK"), around.sort());
});

test("OR-R15 待分配管家, 异常 and 我的订单; what people have to look at stands among the todos", async () => {
  const { put, found, reader } = await ground();
  const butler_id = reader.user.id;
  const bare = await put("LOCKED");
  const mine = await put("LOCKED", { butler_id });
  const sold = await put("SMALL", { advisor_id: reader.user.id });
  const ended = await put("CANCELLED", { butler_id });
  await app.arrange((tx) => raiseIssue(tx, { orderId: sold, code: "X", text: "权益开通失败" }));
  const cleared = { orderId: bare, code: "X", text: "已处理" };
  await app.arrange((tx) => raiseIssue(tx, cleared));
  await app.rows("update order_issue set cleared_at = now() where order_id = $1", [bare]);
  assert.deepEqual(await found("NO_BUTLER"), [bare]);
  assert.deepEqual(await found("ISSUE"), [sold]);
  assert.deepEqual(await found("MINE"), [mine, sold, ended].sort());
  assert.deepEqual(
    orderTodos.map(({ key, title }) => [key, title]),
    [
      ["order.NO_BUTLER", "待分配管家"],
      ["order.NEAR", "临近承诺"],
      ["order.PAST", "已超承诺"],
      ["order.AGED", "停留超时"],
      ["order.ISSUE", "异常"],
    ],
  );
});

test("OR-R15 停留超时 begins after the last moment that is allowed, not with it", async () => {
  const { put, found } = await ground();
  await app.holdTime(async () => {
    const since = (hours: number) => ({ stage_at: new Date(app.now().getTime() - hours * 3_600_000) });
    await put("UNPAID", since(2));
    await put("BIG", since(15 * 24));
    await put("LOCKED", since(10 * 24));
    await put("PRODUCED", since(5 * 24));
    await put("ARRIVED", since(3 * 24));
    assert.deepEqual(await found("AGED"), []);
  });
});

test("OR-R15 待分配管家 has what waits for its car, also while a cancellation is decided, but not what was never locked", async () => {
  const { put, found } = await ground();
  const locked_at = app.now();
  const waiting = [await put("LOCKED"), await put("READY"), await put("CANCEL_REVIEW", { locked_at })];
  await put("CANCEL_REVIEW", { locked_at: null });
  await put("BIG", { locked_at: null });
  await put("DELIVERED", { delivered_at: app.now() });
  assert.deepEqual(await found("NO_BUTLER"), waiting.sort());
});

test("OR-R15 当前责任方 is that of the stage, also while a cancellation is decided, and nobody's before the lock and after the end", async () => {
  const { put, reader } = await ground();
  const factory = [await put("LOCKED"), await put("CANCEL_REVIEW", { prev_state: "SCHEDULED" })];
  const logistics = [await put("IN_TRANSIT"), await put("CANCEL_REVIEW", { prev_state: "PRODUCED" })];
  const store = [await put("ARRIVED"), await put("CANCEL_REVIEW", { prev_state: "READY" })];
  await put("CANCEL_REVIEW", { prev_state: "BIG", locked_at: null });
  await put("DELIVERED", { delivered_at: app.now() });
  const found = async (lateParty: "FACTORY" | "LOGISTICS" | "STORE") => {
    const { data } = await reader.call(contract.listOrders, { query: { lateParty } });
    return data.list.map(({ id }) => id).sort();
  };
  assert.deepEqual(await found("FACTORY"), factory.sort());
  assert.deepEqual(await found("LOGISTICS"), logistics.sort());
  assert.deepEqual(await found("STORE"), store.sort());
});
