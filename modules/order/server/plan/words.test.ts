import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenLockedOrder, testApp } from "../testing.ts";
import { planOf } from "./stages.ts";
import { wordsFor } from "./words.ts";

const app = testApp();
const facts = {
  orderNo: "SO1",
  series: "星途",
  state: "SCHEDULED",
  promise: "2025-04-12",
  eta: "2025-04-12",
  next: { stage: "PRODUCED", plannedOn: "2025-03-26" },
  today: "2025-03-26",
  isVerified: false,
  appointment: null,
} as const;
const HEAD = "您好，您订购的星途（订单SO1）当前";

test("OR-R20 a step has its day until that has passed; of a delay the customer is told by the promise, and of a day that still lies ahead", () => {
  const end = "目前无需您办理其他手续。";
  const told = (step: string, promise: string) =>
    `${HEAD}已排产。下一步为车辆下线${step}。承诺交付日2025-04-12${promise}。${end}`;
  const planned = "，计划2025-03-26前完成";
  assert.equal(wordsFor(facts), told(planned, ""));
  assert.equal(wordsFor({ ...facts, today: "2025-03-27" }), told("", ""));
  assert.equal(wordsFor({ ...facts, eta: "2025-04-13" }), told(planned, "，目前预计2025-04-13交付"));
  for (const eta of ["2025-04-11", null]) assert.equal(wordsFor({ ...facts, eta }), told(planned, ""));
  const late = (today: string, eta: string | null) => wordsFor({ ...facts, today, eta });
  const sorry = (expected: string) => told("", `已过，非常抱歉${expected}，我们正在全力跟进`);
  assert.equal(late("2025-04-12", null), told("", ""), "its own day is in time");
  assert.equal(late("2025-04-13", null), sorry(""));
  assert.equal(late("2025-04-13", "2025-04-13"), sorry("，目前预计2025-04-13交付"));
  assert.equal(late("2025-04-14", "2025-04-13"), sorry(""), "no day that is over");
});

test("OR-R20 without a plan no day is named, and at the end nothing is to come", () => {
  const unplanned = { ...facts, next: { stage: "PRODUCED", plannedOn: null } } as const;
  assert.equal(wordsFor(unplanned), `${HEAD}已排产。承诺交付日2025-04-12。目前无需您办理其他手续。`);
  assert.equal(wordsFor({ ...unplanned, promise: null }), `${HEAD}已排产。目前无需您办理其他手续。`);
  const done = wordsFor({ ...facts, state: "DELIVERED", next: null });
  assert.equal(done, `${HEAD}已交付。感谢您的信任，祝您用车愉快。`);
  for (const state of contract.orderStates.schema.options) {
    const words = wordsFor({ ...facts, state, next: null });
    assert.match(words, new RegExp(`^${HEAD}${contract.orderStates.label(state)}。.+。$`), state);
  }
});

test("OR-R20 whoever wants to cancel is told of no next step and no promise", () => {
  assert.equal(wordsFor({ ...facts, state: "CANCEL_REVIEW" }), `${HEAD}退订审核中。退订结果将尽快通知您。`);
});

test("OR-R20 nobody is asked for an identity that is verified, and an appointment is named by time and store", () => {
  const told = (one: object) => wordsFor({ ...facts, next: null, ...one }).slice(HEAD.length);
  assert.equal(told({ state: "BIG" }), "已大定。请您携带身份证件完成身份核验，并确认锁单。");
  assert.equal(told({ state: "BIG", isVerified: true }), "已大定。请您确认锁单。");
  const appointment = { at: "2025-04-12 14:00", store: "浦东店" };
  assert.equal(told({ state: "READY", appointment }), "待交付。请您携带身份证件，于2025-04-12 14:00到浦东店提车。");
  assert.equal(
    told({ state: "ARRIVED", appointment }),
    "已到店。已为您预约2025-04-12 14:00到浦东店提车，请您在此之前结清待付款。",
  );
  const missed = { state: "READY", appointment, today: "2025-04-13" };
  assert.equal(told(missed), "待交付。请您携带身份证件，按约定时间到店提车。");
  assert.equal(told({ state: "IN_TRANSIT", appointment }), told({ state: "IN_TRANSIT" }));
});

test("OR-R19 without a promise nothing is planned and nothing is late", () => {
  const offsets = { scheduled: 7, produced: 25, shipped: 28, arrived: 35, delivered: 40 };
  const plan = planOf({ promise: null, cycleMaxDays: 42, offsets, stages: [], present: "LOCKED", today: "2025-04-06" });
  assert.deepEqual([...new Set(plan.map(({ plannedOn, lateDays }) => `${plannedOn} ${lateDays}`))], ["null null"]);
});

test("OR-R19 late days count until the hand-over; of an order that is cancelled nobody counts them", async () => {
  const order = await givenLockedOrder(app);
  const today = dayOf(app.now());
  const promise = addDays(today, -10);
  const noon = (day: string) => new Date(startOfDay(day).getTime() + 12 * 3_600_000);
  await app.rows("update order_stage set at = $2 where order_id = $1", [order.id, noon(addDays(today, -40))]);
  await app.rows(
    "insert into order_stage (order_id, no, to_state, at, by, via) values ($1, 50, 'LOCKED', $2, $1, 'DIRECT')",
    [order.id, noon(addDays(today, -30))],
  );
  const reader = await app.signIn({ permissions: ["order:order:view"] });
  const late = async (state: string, deliveredAt: Date | null, promised: string | null = promise) => {
    await app.rows(
      `update sales_order set state = $2, delivered_at = $3, promise_effective = $4, promise_original = $4 where id = $1`,
      [order.id, state, deliveredAt, promised],
    );
    return (await reader.call(contract.getOrderPlan, { params: { id: order.id } })).data.late;
  };
  assert.deepEqual(await late("LOCKED", null), [{ party: "FACTORY", days: 10 }]);
  assert.deepEqual(await late("DELIVERED", noon(addDays(today, -7))), [{ party: "FACTORY", days: 3 }]);
  assert.deepEqual(await late("CANCELLED", null), []);
  assert.deepEqual(await late("LOCKED", null, null), []);
});
