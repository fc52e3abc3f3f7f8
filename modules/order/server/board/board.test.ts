import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { givenStore } from "@ops/store/server/testing";
import type { OrderStatus } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { givenLockedOrder, givenOrder, givenPaid, testApp } from "../testing.ts";

const app = testApp();
const CODES = ["order:stat:view", "order:order:list"];
const today = () => dayOf(app.now());
/** A moment so many days ago, at noon. */
const ago = (days: number) => new Date(startOfDay(addDays(today(), -days)).getTime() + 12 * 3_600_000);
const recent = () => `${addDays(today(), 1 - contract.DELIVERED_DAYS)},${today()}`;

/** A store with its reader, who compares figures with lists. */
async function ground() {
  const store = await givenStore(app);
  const reader = await app.signIn({ permissions: CODES, scope: "ORG", organization: store });
  const stats = async () => (await reader.call(contract.getOrderStats, {})).data;
  const total = async (query: object) => (await reader.call(contract.listOrders, { query })).data.total;
  const change = (id: string, values: Record<string, unknown>) => {
    const sets = Object.keys(values).map((name, at) => `${name} = $${at + 2}`);
    return app.rows(`update sales_order set ${sets.join(", ")} where id = $1`, [id, ...Object.values(values)]);
  };
  /** An order that was made long before all that is told of it. */
  const place = async () => {
    const order = await givenLockedOrder(app, { storeId: store.id });
    await change(order.id, { created_at: ago(100) });
    return order;
  };
  return { store, reader, stats, total, change, place };
}

/** Tells when an order entered its stages, each so many days ago. */
async function wentThrough(orderId: string, stages: Partial<Record<OrderStatus, number>>) {
  await app.rows("delete from order_stage where order_id = $1", [orderId]);
  let no = 0;
  for (const [to, days] of Object.entries(stages)) {
    await app.rows(
      "insert into order_stage (order_id, no, to_state, at, by, via) values ($1, $2, $3, $4, $1, 'DIRECT')",
      [orderId, ++no, to, ago(days)],
    );
  }
}

test("order 9 大定, 锁单 and 交付 of a day are the orders of the list, and a way back to 已大定 is no 大定", async () => {
  const { stats, total, change, place, store } = await ground();
  await givenPaid(app, await givenOrder(app, { storeId: store.id }), 100_000);
  const [, second, third] = [await place(), await place(), await place()];
  await wentThrough(second.id, { BIG: 3 });
  await app.rows(
    `insert into order_stage (order_id, no, from_state, to_state, at, by, via)
     select $1, 90 + n, state, 'BIG', now(), $1, 'DIRECT' from unnest(array['LOCKED', 'CANCEL_REVIEW']) with ordinality as back (state, n)`,
    [second.id],
  );
  await change(second.id, { locked_at: ago(3) });
  await change(third.id, { state: "DELIVERED", locked_at: ago(29), delivered_at: ago(1) });
  await wentThrough(third.id, { BIG: 30 });
  const { days, today: counted } = await stats();
  assert.deepEqual([days.length, days.at(-1)?.day, counted], [30, today(), today()]);
  const on = (daysAgo: number) => {
    const { deposited, locked, delivered } = days[29 - daysAgo] ?? { deposited: -1, locked: -1, delivered: -1 };
    return `${deposited} ${locked} ${delivered}`;
  };
  assert.deepEqual([0, 1, 3, 29].map(on), ["1 1 0", "0 0 1", "1 1 0", "0 1 0"]);
  for (const { day, deposited, locked, delivered } of days) {
    const range = `${day},${day}`;
    assert.equal(await total({ depositedAt: range }), deposited, day);
    assert.equal(await total({ lockedAt: range }), locked, day);
    assert.equal(await total({ deliveredAt: range }), delivered, day);
  }
});

test("order 9 cohorts tell of the orders of a month's 大定 how many are locked and how many cancelled", async () => {
  const { stats, total, change, place, store } = await ground();
  const [kept, cancelled] = [await place(), await place()];
  const open = await givenPaid(app, await givenOrder(app, { storeId: store.id }), 500_000);
  await change(cancelled.id, { state: "CANCELLED", locked_at: null });
  const lastMonth = addDays(`${today().slice(0, 7)}-01`, -1);
  await change(open.id, { created_at: ago(100) });
  for (const { id } of [kept, cancelled, open]) {
    await app.rows("update order_stage set at = $2 where order_id = $1", [id, startOfDay(lastMonth)]);
  }
  await place();
  const { cohorts } = await stats();
  assert.equal(cohorts.length, contract.COHORT_MONTHS);
  assert.deepEqual(cohorts.slice(-2), [
    { month: lastMonth.slice(0, 7), deposited: 3, locked: 1, cancelled: 1 },
    { month: today().slice(0, 7), deposited: 1, locked: 1, cancelled: 0 },
  ]);
  const depositedAt = `${lastMonth.slice(0, 7)}-01,${lastMonth}`;
  assert.equal(await total({ depositedAt }), 3);
  assert.equal(await total({ depositedAt, state: "CANCELLED" }), 1);
  assert.equal(await total({ depositedAt, lockedAt: `${lastMonth.slice(0, 7)}-01,${today()}` }), 1);
});

test("order 9 cycles are the median and P90 of each step, by series; hand-overs in time are counted by store", async () => {
  const { stats, total, change, place, store } = await ground();
  const { seriesId } = await place();
  const ends = [
    { promised: 3, went: { LOCKED: 20, SCHEDULED: 18, PRODUCED: 10, IN_TRANSIT: 9, ARRIVED: 5 } },
    { promised: 0, went: { LOCKED: 30, SCHEDULED: 26, PRODUCED: 12, IN_TRANSIT: 9, ARRIVED: 5 } },
    { promised: -1, went: { LOCKED: 40, SCHEDULED: 34, PRODUCED: 14, IN_TRANSIT: 9, ARRIVED: 5 } },
  ];
  for (const { promised, went } of ends) {
    const { id } = await place();
    await wentThrough(id, went);
    const day = addDays(today(), promised);
    const promise = { promise_original: day, promise_effective: day };
    await change(id, { state: "DELIVERED", delivered_at: ago(0), series_id: seriesId, ...promise });
  }
  const { cycles, onTime } = await stats();
  const steps = Object.fromEntries(cycles[0]?.steps.map(({ step, ...days }) => [step, days]) ?? []);
  assert.deepEqual([cycles.length, cycles[0]?.seriesId, cycles[0]?.orders], [1, seriesId, 3]);
  assert.deepEqual(steps, {
    SCHEDULED: { medianDays: 4, p90Days: 5.6 },
    PRODUCED: { medianDays: 14, p90Days: 18.8 },
    IN_TRANSIT: { medianDays: 3, p90Days: 4.6 },
    ARRIVED: { medianDays: 4, p90Days: 4 },
    DELIVERED: { medianDays: 5, p90Days: 5 },
    WHOLE: { medianDays: 30, p90Days: 38 },
  });
  assert.equal(await total({ seriesId, deliveredAt: recent() }), 3);
  const names = onTime.map(({ storeId, onTime: part, late }) => [storeId, part, late]);
  assert.deepEqual(names, [[store.id, 2, 1]], "on the very day it is in time");
  const handed = { deliveryStoreId: store.id, deliveredAt: recent() };
  assert.equal(await total({ ...handed, isOnTime: "1" }), 2);
  assert.equal(await total({ ...handed, isOnTime: "0" }), 1);
});

test("order 9 orders on hand by state and age, and those past their promise by whoever has them", async () => {
  const { stats, total, change, place } = await ground();
  const ages = [0, 7, 8, 15, 16, 30, 31, 60, 61];
  for (const days of ages) await change((await place()).id, { stage_at: ago(days) });
  const past = { promise_original: addDays(today(), -1), promise_effective: addDays(today(), -1) };
  for (const state of ["SCHEDULED", "PRODUCED", "IN_TRANSIT", "ARRIVED"]) {
    await change((await place()).id, { state, ...past });
  }
  await change((await place()).id, { state: "CANCEL_REVIEW", prev_state: "READY", ...past });
  await change((await place()).id, { state: "CANCELLED", ...past });
  const { onHand, past: late } = await stats();
  const locked = onHand.filter(({ state }) => state === "LOCKED");
  const counts = Object.fromEntries(locked.map(({ age, count }) => [age, count]));
  assert.deepEqual(counts, { "0-7": 2, "8-15": 2, "16-30": 2, "31-60": 2, "61-": 1 });
  assert.ok(!onHand.some(({ state }) => state === "CANCELLED"));
  for (const { state, age: stageAge, count } of onHand) assert.equal(await total({ state, stageAge }), count);
  assert.deepEqual(late, [
    { party: "FACTORY", count: 1 },
    { party: "LOGISTICS", count: 2 },
    { party: "STORE", count: 2 },
  ]);
  for (const { party: lateParty, count } of late) assert.equal(await total({ view: "PAST", lateParty }), count);
});

test("order 9 the selling and the delivering store count an order, each once, and nobody else does", async () => {
  const [selling, delivering] = [await ground(), await ground()];
  const other = await ground();
  await givenLockedOrder(app, { storeId: selling.store.id, deliveryStoreId: delivering.store.id });
  const counted = async ({ stats }: typeof other) => {
    const { days, onHand } = await stats();
    const { deposited, locked } = days.at(-1) ?? {};
    return [deposited, locked, onHand.reduce((sum, { count }) => sum + count, 0)];
  };
  assert.deepEqual(await counted(selling), [1, 1, 1]);
  assert.deepEqual(await counted(delivering), [1, 1, 1]);
  assert.deepEqual(await counted(other), [0, 0, 0]);
});

test("order 9 a day, a month and a class of ages begin with their first moment; what was before the first of them is not counted", async () => {
  const { stats, total, change, place } = await ground();
  const first = startOfDay(addDays(today(), 1 - contract.BOARD_DAYS));
  const before = new Date(first.getTime() - 1_000);
  for (const at of [first, before]) {
    const { id } = await place();
    await app.rows("update order_stage set at = $2 where order_id = $1 and to_state = 'BIG'", [id, at]);
    await change(id, { locked_at: at, stage_at: at });
  }
  const { days, cohorts, onHand } = await stats();
  const [oldest] = days;
  assert.deepEqual([oldest?.deposited, oldest?.locked], [1, 1]);
  assert.equal(
    days.reduce((sum, { deposited }) => sum + deposited, 0),
    1,
  );
  const range = (day: string) => `${day},${day}`;
  const [day, eve] = [addDays(today(), 1 - contract.BOARD_DAYS), addDays(today(), -contract.BOARD_DAYS)];
  assert.deepEqual([await total({ depositedAt: range(day) }), await total({ depositedAt: range(eve) })], [1, 1]);
  const counts = Object.fromEntries(onHand.map(({ age, count }) => [age, count]));
  assert.deepEqual(counts, { "16-30": 2 });
  const months = cohorts.map(({ month }) => month);
  const firstMonth = `${months[0]}-01`;
  assert.deepEqual([months.length, months.at(-1)], [contract.COHORT_MONTHS, today().slice(0, 7)]);
  const { id: old } = await place();
  const cohortOf = async (at: Date) => {
    await app.rows("update order_stage set at = $2 where order_id = $1 and to_state = 'BIG'", [old, at]);
    return (await stats()).cohorts[0]?.deposited;
  };
  const start = startOfDay(firstMonth).getTime();
  assert.deepEqual([await cohortOf(new Date(start)), await cohortOf(new Date(start - 1_000))], [1, 0]);
});

test("order 9 hand-overs of the last days alone count, from the first moment of the first of them; figures are of their own series and store", async () => {
  const { stats, change, place, store } = await ground();
  const first = startOfDay(addDays(today(), 1 - contract.DELIVERED_DAYS));
  const promise = { promise_original: today(), promise_effective: today() };
  const [one, other, old] = [await place(), await place(), await place()];
  await change(one.id, { state: "DELIVERED", delivered_at: first, ...promise });
  await change(other.id, { state: "DELIVERED", delivered_at: ago(1), ...promise });
  await change(old.id, { state: "DELIVERED", delivered_at: new Date(first.getTime() - 1_000), ...promise });
  for (const { id } of [one, other, old]) await wentThrough(id, { LOCKED: 99 });
  const { cycles, onTime } = await stats();
  assert.deepEqual(
    cycles.map(({ seriesId, orders }) => [seriesId, orders]).toSorted(),
    [
      [one.seriesId, 1],
      [other.seriesId, 1],
    ].toSorted(),
  );
  for (const { steps } of cycles)
    assert.deepEqual(
      steps.map(({ step }) => step),
      ["WHOLE"],
    );
  assert.deepEqual(
    onTime.map(({ storeId, storeName, onTime: part, late }) => [storeId, storeName, part, late]),
    [[store.id, store.name, 2, 0]],
  );
});
