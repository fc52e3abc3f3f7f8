import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import { givenStore } from "@ops/store/server/testing";
import fc from "fast-check";
import * as contract from "../../contract/index.ts";
import { closeUnpaid } from "../order/timers.ts";
import { givenChoice, givenOrder, givenPaid, testApp } from "../testing.ts";
import { payments } from "./tables.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["create", "edit", "list", "view"].map((act) => `order:order:${act}`);
CODES.push("order:payment:confirm", "order:price:view");
const finance = () => app.signIn({ permissions: CODES });

let txn = 0;
const paymentOf = (amountFen: number, wishes: object = {}) => ({
  kind: "BIG" as const,
  channel: "WECHAT" as const,
  amountFen,
  txnNo: `W${++txn}`,
  paidAt: wireTime(app.now()),
  ...wishes,
});

interface Money {
  readonly dueFen: number;
  readonly paidFen: number;
  readonly balanceFen: number;
}
const moneyOf = async ({ id }: { id: string }): Promise<Money> => {
  const [row] = await app.rows<Money>(
    'select due_fen::int as "dueFen", paid_fen::int as "paidFen", balance_fen::int as "balanceFen" from order_money where id = $1',
    [id],
  );
  assert.ok(row);
  return row;
};
const refundsOf = ({ id }: { id: string }) =>
  app.rows<{ why: string; amountFen: number; state: string }>(
    'select why, amount_fen::int as "amountFen", state from order_refund where order_id = $1 order by created_at, refund_no',
    [id],
  );
const issuesOf = ({ id }: { id: string }) =>
  app.rows<{ text: string }>("select text from order_issue where order_id = $1 and cleared_at is null", [id]);
const statusOf = async ({ id }: { id: string }) =>
  (await app.rows<{ state: string }>("select state from sales_order where id = $1", [id]))[0]?.state;

test("OR-R3 what is paid beyond the price is excess and asks for its refund: 249 900 due, 249 000 paid, 1 000 arrives", async () => {
  const order = await givenOrder(app, { lines: [] });
  await app.rows("update order_money set due_fen = 24990000 where id = $1", [order.id]);
  await givenPaid(app, order, 24_900_000);
  app.passTime(2); // times on the wire are whole seconds
  const cashier = await finance();
  const { data } = await cashier.call(contract.addPayment, { params: { id: order.id }, body: paymentOf(100_000) });
  assert.deepEqual([data.paidFen, data.balanceFen], [24_990_000, 0]);
  assert.deepEqual(
    data.payments.map(({ amountFen, excessFen, state }) => [amountFen, excessFen, state]),
    [
      [24_900_000, 0, "SUCCESS"],
      [100_000, 10_000, "SUCCESS"],
    ],
  );
  assert.match(data.payments[1]?.payNo ?? "", /^SK\d{14}$/);
  assert.deepEqual(await refundsOf(order), [{ why: "EXCESS", amountFen: 10_000, state: "APPLIED" }]);
});

test("OR-R3 a payment is booked once, also when two tell it at once, and never from the future", async () => {
  const order = await givenOrder(app);
  const cashier = await finance();
  const body = paymentOf(100_000);
  const add = (wishes: object = {}) =>
    cashier.call(contract.addPayment, { params: { id: order.id }, body: { ...body, ...wishes } });
  const told = await Promise.all([add(), add(), add()]);
  assert.deepEqual(told.map(({ success }) => success).sort(), [false, false, true]);
  assert.deepEqual(refusal(await add()), ["ORDER_TXN_DUP", "该流水号已入账"]);
  assert.equal((await add({ channel: "ALIPAY" })).success, true, "the same number of another channel");
  assert.equal((await moneyOf(order)).paidFen, 200_000);
  const later = wireTime(new Date(app.now().getTime() + 60_000));
  assert.equal((await add({ txnNo: "F1", paidAt: later })).msgCode, "ORDER_PAID_LATER");
});

test("OR-R3 the database refuses money that does not add up", async () => {
  const order = await givenOrder(app);
  const refused = { code: "23514" };
  await assert.rejects(app.rows("update order_money set paid_fen = due_fen + 1 where id = $1", [order.id]), refused);
  await assert.rejects(app.rows("update order_money set refunded_fen = 1 where id = $1", [order.id]), refused);
});

test("OR-R3 only the selling side sees amounts; the other sees what is still to be paid", async () => {
  const { id: delivery } = await givenStore(app);
  const order = await givenOrder(app, { deliveryStoreId: delivery });
  await givenPaid(app, order, 100_000);
  const at = (id: string) => app.signIn({ permissions: CODES, scope: "ORG", organization: { id } });
  const params = { id: order.id };
  const { data: sold } = await (await at(order.storeId)).call(contract.getOrder, { params });
  assert.deepEqual([sold.dueFen, sold.paidFen, sold.balanceFen], [25_790_000, 100_000, 25_690_000]);
  const butler = await at(delivery);
  const { data: seen } = await butler.call(contract.getOrder, { params });
  assert.deepEqual([seen.dueFen, seen.paidFen, seen.balanceFen], [null, null, 25_690_000]);
  assert.equal((await butler.call(contract.getOrderMoney, { params })).msgCode, "COMMON_NOT_FOUND");
  const paid = await butler.call(contract.addPayment, { params, body: paymentOf(1) });
  assert.equal(paid.msgCode, "COMMON_NOT_FOUND");
  const stranger = await app.signIn({ permissions: CODES, scope: "ORG" });
  assert.equal((await stranger.call(contract.getOrder, { params })).msgCode, "COMMON_NOT_FOUND");
  const plain = await app.signIn({
    permissions: ["order:order:view"],
    scope: "ORG",
    organization: { id: order.storeId },
  });
  assert.equal((await plain.call(contract.getOrder, { params })).data.dueFen, null, "nor without the code");
});

test("OR-R4 小定, then 大定; 小定 counts towards 大定", async () => {
  const order = await givenOrder(app);
  assert.equal((await givenPaid(app, order, 99_999)).state, "UNPAID");
  assert.equal((await givenPaid(app, order, 1)).state, "SMALL");
  assert.equal((await givenPaid(app, order, 399_999)).state, "SMALL");
  const big = await givenPaid(app, order, 1);
  assert.equal(big.state, "BIG");
  assert.equal((await givenPaid(app, order, 1)).version, big.version, "further money changes nothing of the state");
  const { data } = await (await finance()).call(contract.getOrderHistory, { params: { id: order.id } });
  assert.deepEqual(
    data.stages.map(({ no, from, to, via }) => [no, from, to, via]),
    [
      [1, null, "UNPAID", "DIRECT"],
      [2, "UNPAID", "SMALL", "DIRECT"],
      [3, "SMALL", "BIG", "DIRECT"],
    ],
  );
  const direct = await givenOrder(app);
  assert.equal((await givenPaid(app, direct, 500_000)).state, "BIG", "at once");
});

test("OR-R4 deposits are told to other modules, each once", async () => {
  const order = await givenOrder(app);
  await givenPaid(app, order, 100_000);
  await givenPaid(app, order, 100_000);
  await givenPaid(app, order, 300_000);
  const told = await app.rows<{ name: string; kind: string | null }>(
    `select name, payload ->> 'kind' as kind from event_outbox where payload ->> 'orderId' = $1 order by id`,
    [order.id],
  );
  assert.deepEqual(told, [
    { name: "order.created", kind: null },
    { name: "order.deposited", kind: "SMALL" },
    { name: "order.deposited", kind: "BIG" },
  ]);
});

test("OR-R4 大定 without a configuration stays 小定 with an issue until one is chosen", async () => {
  const { carConfigId, optionCodes, extColor, intColor, seriesId } = await givenChoice(app);
  const order = await givenOrder(app, { seriesId });
  assert.equal((await moneyOf(order)).dueFen, 500_000, "without a configuration the deposit is due");
  assert.equal((await givenPaid(app, order, 600_000)).state, "SMALL");
  assert.deepEqual(await issuesOf(order), [{ text: "已付大定，请选择配置" }]);
  assert.deepEqual(await refundsOf(order), [{ why: "EXCESS", amountFen: 100_000, state: "APPLIED" }]);
  const seller = await finance();
  const { data: now } = await seller.call(contract.getOrder, { params: { id: order.id } });
  assert.deepEqual(
    now.issues.map(({ text }) => text),
    ["已付大定，请选择配置"],
  );
  const body = { seriesId, carConfigId, optionCodes, extColor, intColor, version: now.version };
  const { data } = await seller.call(contract.editOrder, { params: { id: order.id }, body });
  assert.deepEqual([data.state, data.dueFen, data.issues], ["BIG", 25_790_000, []]);
});

test("OR-R3 a cheaper choice turns what was paid beyond it into excess, the newest payment first", async () => {
  const { seriesId, ...choice } = await givenChoice(app);
  const order = await givenOrder(app, { seriesId, ...choice });
  await givenPaid(app, order, 23_000_000);
  app.passTime(1);
  await givenPaid(app, order, 2_790_000);
  const seller = await finance();
  const { data: now } = await seller.call(contract.getOrder, { params: { id: order.id } });
  const body = { seriesId, ...choice, optionCodes: [], version: now.version };
  const { data } = await seller.call(contract.editOrder, { params: { id: order.id }, body });
  assert.deepEqual([data.dueFen, data.paidFen, data.balanceFen, data.state], [24_590_000, 24_590_000, 0, "BIG"]);
  assert.deepEqual(await refundsOf(order), [{ why: "EXCESS", amountFen: 1_200_000, state: "APPLIED" }]);
  const excess = await app.rows<{ excess: number }>(
    "select excess_fen::int as excess from order_payment where order_id = $1 order by paid_at",
    [order.id],
  );
  assert.deepEqual(excess, [{ excess: 0 }, { excess: 1_200_000 }]);
});

test("closeUnpaid an order nobody pays is closed after 24 h, one of a channel after 30 minutes; a paid one is not", async () => {
  const dueIn = async ({ id }: { id: string }) => {
    const [row] = await app.rows<{ minutes: number }>(
      `select round(extract(epoch from due_at - $2) / 60)::int as minutes from timer where kind = 'order.closeUnpaid' and key = $1`,
      [id, app.now()],
    );
    return row?.minutes;
  };
  const [store, ofApp, mini] = [
    await givenOrder(app),
    await givenOrder(app, { source: "APP", externalNo: "A1" }),
    await givenOrder(app, { source: "MINI", externalNo: "A1" }),
  ];
  assert.deepEqual([await dueIn(store), await dueIn(ofApp), await dueIn(mini)], [1440, 30, 30]);
  const fire = ({ id: orderId }: { id: string }) => app.arrange((tx) => closeUnpaid.handle(tx, { orderId }));
  await fire(store);
  assert.equal(await statusOf(store), "CLOSED");
  await givenPaid(app, ofApp, 100_000);
  await fire(ofApp);
  assert.equal(await statusOf(ofApp), "SMALL");
});

test("closeUnpaid OR-R3 a part of the deposit goes back when its order is closed, each payment its own, to the cent", async () => {
  const order = await givenOrder(app);
  await givenPaid(app, order, 60_000);
  app.passTime(1);
  await givenPaid(app, order, 39_999);
  await app.arrange((tx) => closeUnpaid.handle(tx, { orderId: order.id }));
  assert.equal(await statusOf(order), "CLOSED");
  assert.deepEqual(await refundsOf(order), [
    { why: "LATE", amountFen: 39_999, state: "APPLIED" },
    { why: "LATE", amountFen: 60_000, state: "APPLIED" },
  ]);
  assert.deepEqual(await issuesOf(order), [{ text: "已关闭订单收到付款" }]);
  assert.deepEqual(await moneyOf(order), { dueFen: 25_790_000, paidFen: 0, balanceFen: 25_790_000 });
  const booked = await app.rows<{ fen: number }>(
    "select sum(amount_fen - excess_fen)::int as fen from order_payment where order_id = $1 and state = 'SUCCESS'",
    [order.id],
  );
  assert.deepEqual(booked, [{ fen: 0 }], "paid is what was booked of the payments");
  const untouched = await givenOrder(app);
  await app.arrange((tx) => closeUnpaid.handle(tx, { orderId: untouched.id }));
  assert.deepEqual([await refundsOf(untouched), await issuesOf(untouched)], [[], []]);
});

test("reopen money for a closed order opens it again while it is a deposit and its choice is sold, else it goes back", async () => {
  const close = async () => {
    const order = await givenOrder(app);
    await app.arrange((tx) => closeUnpaid.handle(tx, { orderId: order.id }));
    return order;
  };
  assert.equal((await givenPaid(app, await close(), 100_000)).state, "SMALL");
  assert.equal((await givenPaid(app, await close(), 500_000)).state, "BIG");
  const little = await close();
  assert.equal((await givenPaid(app, little, 99_999)).state, "CLOSED", "no deposit");
  assert.deepEqual(await refundsOf(little), [{ why: "LATE", amountFen: 99_999, state: "APPLIED" }]);
  assert.deepEqual(await issuesOf(little), [{ text: "已关闭订单收到付款" }]);
  assert.equal((await moneyOf(little)).paidFen, 0);
  assert.equal((await givenPaid(app, little, 1)).state, "CLOSED", "what went back does not count");
  assert.equal((await givenPaid(app, little, 100_000)).state, "SMALL");
  assert.equal((await moneyOf(little)).paidFen, 100_000);
  const gone = await close();
  await app.rows("update car_config set status = 'DISABLED' where id = $1", [gone.carConfigId]);
  await app.arrange((tx) => tx.invalidate(`vehicle.config:${gone.carConfigId}`));
  assert.equal((await givenPaid(app, gone, 500_000)).state, "CLOSED");
  assert.deepEqual(await refundsOf(gone), [{ why: "LATE", amountFen: 500_000, state: "APPLIED" }]);
  assert.deepEqual(await issuesOf(gone), [{ text: "已关闭订单收到付款" }]);
  assert.equal((await moneyOf(gone)).paidFen, 0);
});

test("reopen OR-R4 an order without a configuration has no choice that might not be sold: 小定 and 大定 open it as 已小定", async () => {
  const { seriesId } = await givenChoice(app);
  const close = async () => {
    const order = await givenOrder(app, { seriesId });
    await app.arrange((tx) => closeUnpaid.handle(tx, { orderId: order.id }));
    return order;
  };
  const [small, big] = [await close(), await close()];
  assert.equal((await givenPaid(app, small, 100_000)).state, "SMALL");
  assert.equal((await givenPaid(app, big, 500_000)).state, "SMALL");
  assert.deepEqual([await issuesOf(small), await issuesOf(big)], [[], [{ text: "已付大定，请选择配置" }]]);
  assert.deepEqual([await refundsOf(small), await refundsOf(big)], [[], []]);
});

test("OR-R3 however payments arrive, what is booked, excess and due add up to the cent", async () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 12_000_000 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(amounts, async (paid) => {
      const order = await givenOrder(app);
      for (const amountFen of paid) await givenPaid(app, order, amountFen);
      const total = paid.reduce((sum, one) => sum + one, 0);
      const money = await moneyOf(order);
      const refunds = await refundsOf(order);
      assert.equal(money.paidFen, Math.min(total, money.dueFen));
      assert.equal(money.balanceFen, money.dueFen - money.paidFen);
      const back = refunds.reduce((sum, { amountFen }) => sum + amountFen, 0);
      assert.equal(money.paidFen + back, total);
    }),
    { numRuns: 8 },
  );
});

test("order 2 the log tells every amount of a payment by its own name", () => {
  assert.deepEqual([payments.labels.amountFen, payments.labels.excessFen], ["金额", "多付"]);
});
