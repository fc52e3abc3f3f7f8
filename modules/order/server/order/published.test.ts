import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import {
  clearIssue,
  createOrder,
  linkClue,
  lockOrder,
  lookupOrders,
  openOrdersOf,
  raiseIssue,
  stageHistory,
} from "../index.ts";
import { givenChoice, givenOrder, givenPaid, testApp } from "../testing.ts";

const app = testApp();

test("order 15 other modules look orders up with their state, choice and locked price, and lock them", async () => {
  const order = await givenPaid(app, await givenOrder(app), 100_000);
  const found = await app.arrange((tx) => lookupOrders(tx, [order.id, newId()]));
  assert.equal(found.size, 1);
  const one = found.get(order.id);
  assert.partialDeepStrictEqual(one, {
    orderNo: order.orderNo,
    customerId: order.customerId,
    status: "SMALL",
    configKey: order.configKey,
    lockTotalFen: null,
  });
  assert.deepEqual(await app.arrange((tx) => lockOrder(tx, order.id)), one);
  await assert.rejects(
    app.arrange((tx) => lockOrder(tx, newId())),
    { msgCode: "COMMON_NOT_FOUND" },
  );
  assert.equal((await app.arrange((tx) => lookupOrders(tx, []))).size, 0);
  const many = Array.from({ length: 1001 }, () => newId());
  await assert.rejects(app.arrange((tx) => lookupOrders(tx, many)));
  const stages = await app.arrange((tx) => stageHistory(tx, order.id));
  assert.deepEqual(
    stages.map(({ no, from, to, via }) => [no, from, to, via]),
    [
      [1, null, "UNPAID", "DIRECT"],
      [2, "UNPAID", "SMALL", "DIRECT"],
    ],
  );
});

test("order 15 the open orders of a customer, the newest first", async () => {
  const first = await givenOrder(app);
  app.passTime(1);
  const second = await givenOrder(app, { customerId: first.customerId });
  const ended = await givenOrder(app, { customerId: first.customerId });
  await app.rows("update sales_order set state = 'CANCELLED' where id = $1", [ended.id]);
  const open = await app.arrange((tx) => openOrdersOf(tx, first.customerId));
  assert.deepEqual(
    open.map(({ id }) => id),
    [second.id, first.id],
  );
});

test("order 15 a module above places an order by the same rules, and links its lead once", async () => {
  const { customerId } = await givenOrder(app);
  const [clueId, { id: storeId }] = [newId(), await givenStore(app)];
  const order = { source: "STORE", customerId, storeId, advisorId: null, ...(await givenChoice(app)) } as const;
  const { orderId, orderNo } = await app.arrange((tx) => createOrder(tx, order));
  assert.match(orderNo, /^SO\d{14}$/);
  await assert.rejects(
    app.arrange((tx) => createOrder(tx, order)),
    { msgCode: "ORDER_DUPLICATE" },
  );
  const { user: stranger } = await app.signIn();
  await assert.rejects(
    app.arrange((tx) => createOrder(tx, { ...order, advisorId: stranger.id, duplicateReason: "再购" })),
    { msgCode: "ORDER_ADVISOR_STORE" },
    "its adviser is somebody of the store, too",
  );
  await app.arrange((tx) => linkClue(tx, { orderId, clueId }));
  await app.arrange((tx) => linkClue(tx, { orderId, clueId }));
  await assert.rejects(
    app.arrange((tx) => linkClue(tx, { orderId, clueId: newId() })),
    { msgCode: "ORDER_CLUE_LINKED", message: "该订单已关联其他线索" },
  );
});

test("OR-R16 an issue is open once per code, gets the latest text, and is cleared by its code", async () => {
  const { id: orderId } = await givenOrder(app);
  const issue = { orderId, code: "RIGHTS", text: "权益开通失败，重试" };
  const open = () =>
    app.rows<{ code: string; text: string }>(
      "select code, text from order_issue where order_id = $1 and cleared_at is null order by code",
      [orderId],
    );
  await app.arrange((tx) => raiseIssue(tx, issue));
  await app.arrange((tx) => raiseIssue(tx, { ...issue, text: "再次失败" }));
  await app.arrange((tx) => raiseIssue(tx, { ...issue, code: "WECOM" }));
  assert.deepEqual(await open(), [
    { code: "RIGHTS", text: "再次失败" },
    { code: "WECOM", text: "权益开通失败，重试" },
  ]);
  await app.arrange((tx) => clearIssue(tx, issue));
  await app.arrange((tx) => clearIssue(tx, issue));
  assert.deepEqual(
    (await open()).map(({ code }) => code),
    ["WECOM"],
  );
  await app.arrange((tx) => raiseIssue(tx, issue));
  assert.equal((await open()).length, 2, "it may come again");
});
