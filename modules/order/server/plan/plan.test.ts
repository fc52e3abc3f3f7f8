import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { lookupSeries } from "@ops/vehicle/server";
import { givenCar } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { swapCar } from "../car/bind.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { givenLockedOrder, givenOrder, givenReady, testApp } from "../testing.ts";
import { lateDays } from "./late.ts";
import { planOf } from "./stages.ts";
import { wordsFor } from "./words.ts";

const app = testApp();
const offsets = { scheduled: 7, produced: 25, shipped: 28, arrived: 35, delivered: 40 };
const noon = (day: string) => new Date(startOfDay(day).getTime() + 12 * 3_600_000);
const reader = () => app.signIn({ permissions: ["order:order:view"] });

test("OR-R19 a planned day is counted back from the promise: 到店 of 04-12 is 04-05", () => {
  const plan = planOf({
    promise: "2025-04-12",
    cycleMaxDays: 42,
    offsets,
    stages: [],
    present: "LOCKED",
    today: "2025-04-06",
  });
  assert.deepEqual(
    plan.map(({ stage, plannedOn, lateDays: late, party }) => [stage, plannedOn, late, party]),
    [
      ["SCHEDULED", "2025-03-08", 29, "FACTORY"],
      ["PRODUCED", "2025-03-26", 11, "FACTORY"],
      ["IN_TRANSIT", "2025-03-29", 8, "LOGISTICS"],
      ["ARRIVED", "2025-04-05", 1, "LOGISTICS"],
      ["DELIVERED", "2025-04-10", null, "STORE"],
    ],
  );
  const stages = [{ toState: "ARRIVED", at: noon("2025-04-05") }] as const;
  const facts = { promise: "2025-04-12", cycleMaxDays: 42, offsets, stages, today: "2025-05-01" };
  const [, , , arrived] = planOf({ ...facts, present: "ARRIVED" });
  assert.deepEqual([arrived?.at, arrived?.lateDays], [noon("2025-04-05"), null]);
  const [, , , left] = planOf({ ...facts, present: "IN_TRANSIT" });
  assert.deepEqual([left?.at, left?.lateDays], [null, 26], "what was taken back is to be reached again");
  const [, , , ended] = planOf({ ...facts, present: null });
  assert.deepEqual(ended?.at, noon("2025-04-05"), "of an order at its end it is seen how far it came");
});

test("OR-R19 a stage is past the promise if it was reached after that day, however late it is by the plan", () => {
  const stages = [
    { toState: "SCHEDULED", at: noon("2025-03-20") },
    { toState: "PRODUCED", at: noon("2025-04-12") },
    { toState: "IN_TRANSIT", at: noon("2025-04-13") },
  ] as const;
  const past = (promise: string | null, today: string) =>
    planOf({ promise, cycleMaxDays: 42, offsets, stages, present: "IN_TRANSIT", today }).map(
      (one) => one.isPastPromise,
    );
  assert.deepEqual(past("2025-04-12", "2025-04-13"), [false, false, true, true, true]);
  assert.deepEqual(past("2025-04-13", "2025-04-13"), [false, false, false, false, false]);
  assert.deepEqual(past(null, "2025-04-13"), [false, false, false, false, false]);
});

test("OR-R19 a stage that was taken back is not reached: after another car and after a hand-over that is reverted", async () => {
  const { order } = await givenReady(app);
  const reader = await app.signIn({
    permissions: ["order:order:view", "order:delivery:deliver", "order:delivery:revert"],
  });
  const reached = async () => {
    const { data } = await reader.call(contract.getOrderPlan, { params: { id: order.id } });
    return data.stages.flatMap(({ stage, at }) => (at === null ? [] : [stage]));
  };
  const { version } = order;
  const handed = await reader.call(contract.deliverOrder, {
    params: { id: order.id },
    body: { mileageKm: 12, version },
  });
  assert.deepEqual([handed.msg, await reached()], ["", ["ARRIVED", "DELIVERED"]]);
  const body = { reason: "误操作", version: handed.data.version };
  const back = await reader.call(contract.revertDelivery, { params: { id: order.id }, body });
  assert.deepEqual([back.msg, await reached()], ["", ["ARRIVED"]]);
  await app.rows("delete from order_invoice where order_id = $1", [order.id]);
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const other = await givenCar(app, { config });
  const swapped = await app.arrange(async (tx) => swapCar(tx, await lockOrderRow(tx, order.id), other.id));
  assert.deepEqual([swapped.state, await reached()], ["PRODUCED", ["PRODUCED"]]);
});

const entered = [
  { toState: "LOCKED", at: noon("2025-03-01") },
  { toState: "SCHEDULED", at: noon("2025-03-10") },
  { toState: "PRODUCED", at: noon("2025-04-20") },
  { toState: "IN_TRANSIT", at: noon("2025-04-24") },
  { toState: "ARRIVED", at: noon("2025-05-02") },
  { toState: "DELIVERED", at: noon("2025-05-20") },
] as const;

test("OR-R19 the document's vector: 38 late days are 工厂 8 + 物流 12 + 门店 18", () => {
  assert.deepEqual(lateDays("2025-04-12", noon("2025-05-20"), entered), [
    { party: "FACTORY", days: 8 },
    { party: "LOGISTICS", days: 12 },
    { party: "STORE", days: 18 },
  ]);
});

test("OR-R19 a day belongs to the stage at its 00:00; the day of the promise itself is in time", () => {
  const midnight = [
    { toState: "SCHEDULED", at: noon("2025-03-10") },
    { toState: "PRODUCED", at: startOfDay("2025-04-13") },
    { toState: "CANCEL_REVIEW", at: startOfDay("2025-04-14") },
  ] as const;
  assert.deepEqual(lateDays("2025-04-12", noon("2025-04-12"), midnight), []);
  assert.deepEqual(lateDays("2025-04-12", noon("2025-04-14"), midnight), [{ party: "LOGISTICS", days: 2 }]);
  const justAfter = [midnight[0], { toState: "READY", at: new Date(startOfDay("2025-04-13").getTime() + 1) }] as const;
  assert.deepEqual(lateDays("2025-04-12", noon("2025-04-14"), justAfter), [
    { party: "FACTORY", days: 1 },
    { party: "STORE", days: 1 },
  ]);
});

test("OR-R19 OR-R20 an order shows its plan, whose its late days are, and words without people, notes and prices", async () => {
  const order = await givenLockedOrder(app, { remark: "客户脾气急" });
  const today = dayOf(app.now());
  const promise = addDays(today, -2);
  await app.rows(
    "update sales_order set promise_effective = $2, promise_original = $2, eta = $3, state = 'IN_TRANSIT' where id = $1",
    [order.id, promise, addDays(today, 3)],
  );
  const step = (no: number, to: string, day: string) =>
    app.rows("insert into order_stage (order_id, no, to_state, at, by, via) values ($1, $2, $3, $4, $5, 'DIRECT')", [
      order.id,
      no,
      to,
      noon(day),
      newId(),
    ]);
  await step(50, "SCHEDULED", addDays(today, -20));
  await step(51, "PRODUCED", addDays(today, -1));
  await step(52, "IN_TRANSIT", today);
  const { data } = await (await reader()).call(contract.getOrderPlan, { params: { id: order.id } });
  assert.deepEqual(
    data.stages.map(({ stage, at }) => [stage, at !== null]),
    [
      ["SCHEDULED", true],
      ["PRODUCED", true],
      ["IN_TRANSIT", true],
      ["ARRIVED", false],
      ["DELIVERED", false],
    ],
  );
  assert.deepEqual(data.late, [
    { party: "FACTORY", days: 1 },
    { party: "LOGISTICS", days: 1 },
  ]);
  const series = (await app.arrange((tx) => lookupSeries(tx, [order.seriesId]))).get(order.seriesId);
  assert.equal(
    data.words,
    `您好，您订购的${series?.seriesName}（订单${order.orderNo}）当前运输中。下一步为车辆到店。承诺交付日${promise}已过，非常抱歉，` +
      `目前预计${addDays(today, 3)}交付，我们正在全力跟进。请您提前准备保险与上牌所需资料。`,
  );
});

const plain = { isVerified: true, appointment: null } as const;

test("OR-R20 slower than the plan the words stay silent as long as the promise is kept, and name no day that has passed", () => {
  const today = "2025-04-06";
  const next = { stage: "ARRIVED", plannedOn: "2025-04-05" } as const;
  const facts = { orderNo: "SO1", series: "启程", state: "IN_TRANSIT", eta: null, next, today, ...plain } as const;
  const told = (promise: string, eta: string | null) =>
    wordsFor({ ...facts, promise, eta })
      .split("。")
      .slice(1, 3);
  assert.deepEqual(told("2025-04-12", "2025-04-10"), ["下一步为车辆到店", "承诺交付日2025-04-12"]);
  assert.deepEqual(told("2025-04-06", "2025-04-08"), [
    "下一步为车辆到店",
    "承诺交付日2025-04-06，目前预计2025-04-08交付",
  ]);
  assert.deepEqual(told("2025-04-03", "2025-04-05")[1], "承诺交付日2025-04-03已过，非常抱歉，我们正在全力跟进");
});

test("OR-R20 the words name the next stage and its planned day, and what the customer has to do", async () => {
  const order = await givenLockedOrder(app);
  const ask = async (id: string) => (await (await reader()).call(contract.getOrderPlan, { params: { id } })).data;
  const { words, late } = await ask(order.id);
  const scheduled = addDays(order.promiseEffective ?? "", 7 - 42);
  assert.ok(
    words.includes(`当前已锁单。下一步为安排生产，计划${scheduled}前完成。承诺交付日${order.promiseEffective}。`),
    words,
  );
  assert.deepEqual(late, []);
  const unpaid = await givenOrder(app);
  assert.ok((await ask(unpaid.id)).words.endsWith("当前待支付。请您尽快完成定金支付，逾期未支付订单将自动关闭。"));
  await app.rows("update sales_order set state = 'CANCELLED' where id = $1", [order.id]);
  assert.ok((await ask(order.id)).words.endsWith("当前已退订。退款将按原支付渠道退回。"));
});
