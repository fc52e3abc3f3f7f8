import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderStatus } from "@ops/order/contract";
import { railStages } from "./rail-stages.ts";

/** A history with one stage a day. */
function went(...states: OrderStatus[]) {
  return states.map((to, at) => ({ from: states[at - 1] ?? null, to, at: `2025-03-0${at + 1} 10:00:00` }));
}

const shown = (state: OrderStatus, ...states: OrderStatus[]) =>
  railStages(state, went(...states)).map(({ title, status, note }) => [title, status, note ?? ""].join(" ").trim());

test("the rail shows the days of the stages so far, and what lies ahead", () => {
  assert.deepEqual(shown("BIG", "UNPAID", "SMALL", "BIG").slice(0, 5), [
    "下单 done 03-01",
    "小定 done 03-02",
    "大定 current 03-03",
    "锁单 ahead",
    "排产 ahead",
  ]);
  assert.equal(shown("BIG", "UNPAID", "BIG").length, 10);
});

test("a stage that was left out is passed without a day, and one that was taken back counts as it is now", () => {
  assert.deepEqual(shown("BIG", "UNPAID", "BIG", "LOCKED", "BIG").slice(0, 4), [
    "下单 done 03-01",
    "小定 done",
    "大定 current 03-04",
    "锁单 ahead",
  ]);
});

test("a delivered order has passed all of them", () => {
  assert.equal(shown("DELIVERED", "UNPAID", "BIG", "LOCKED", "READY", "DELIVERED").at(-1), "交付 done 03-05");
});

test("an order that left its way shows where: still there while it is decided, ended afterwards", () => {
  assert.equal(shown("CANCEL_REVIEW", "UNPAID", "BIG", "LOCKED", "CANCEL_REVIEW")[3], "锁单 current 03-03");
  assert.equal(shown("CANCELLED", "UNPAID", "BIG", "LOCKED", "CANCEL_REVIEW", "CANCELLED")[3], "锁单 failed 03-03");
  assert.equal(shown("CLOSED", "UNPAID", "CLOSED")[0], "下单 failed 03-01");
});

test("OR-R19 the rail shows the planned days, and where the promise is broken how late a stage is with whoever had to reach it", () => {
  const inTime = { lateDays: null, isPastPromise: false };
  const plan = [
    { stage: "SCHEDULED", plannedOn: "2025-03-08", at: "2025-03-05 10:00:00", ...inTime, party: "FACTORY" },
    { stage: "PRODUCED", plannedOn: "2025-03-26", at: null, lateDays: 3, isPastPromise: true, party: "FACTORY" },
    { stage: "IN_TRANSIT", plannedOn: null, at: null, ...inTime, party: "LOGISTICS" },
    { stage: "ARRIVED", plannedOn: "2025-03-27", at: null, lateDays: 2, isPastPromise: false, party: "LOGISTICS" },
  ] as const;
  const notes = railStages("SCHEDULED", went("UNPAID", "BIG", "LOCKED", "SCHEDULED"), plan)
    .slice(4, 8)
    .map(({ note, plan: planned, slow, late }) => [note, planned, slow, late]);
  assert.deepEqual(notes, [
    ["03-04", "计划03-08", undefined, undefined],
    [undefined, "计划03-26", undefined, "工厂晚3天"],
    [undefined, undefined, undefined, undefined],
    [undefined, "计划03-27", "晚2天", undefined],
  ]);
  assert.equal(railStages("CANCELLED", went("UNPAID", "CANCELLED"), plan)[5]?.plan, undefined);
});
