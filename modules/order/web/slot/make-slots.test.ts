import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOfPlan, makeSlots } from "./make-slots.ts";

const old = [
  { weekday: 0, from: "09:00", until: "10:00", capacity: 1 },
  { weekday: 3, from: "09:00", until: "10:00", capacity: 1 },
];

test("order 5 slots of equal length fill the hours of the chosen days, whose former ones go; the rest stays", () => {
  const made = makeSlots(old, { weekdays: [0, 6], from: "10:00", until: "12:45", length: 90, capacity: 2 });
  assert.deepEqual(made, [
    { weekday: 3, from: "09:00", until: "10:00", capacity: 1 },
    { weekday: 0, from: "10:00", until: "11:30", capacity: 2 },
    { weekday: 6, from: "10:00", until: "11:30", capacity: 2 },
  ]);
  const whole = makeSlots([], { weekdays: [1], from: "22:00", until: "24:00", length: 60, capacity: 1 });
  assert.deepEqual(
    whole.map(({ from, until }) => `${from}–${until}`),
    ["22:00–23:00", "23:00–24:00"],
  );
  assert.deepEqual(makeSlots(old, { weekdays: [], from: "10:00", until: "12:00", length: 60, capacity: 1 }), old);
});

test("order 5 a plan that makes no slots says why", () => {
  const plan = { weekdays: [0], from: "10:00", until: "12:00", length: 60, capacity: 1 };
  assert.equal(faultOfPlan(plan), null);
  assert.equal(faultOfPlan({ ...plan, weekdays: [] }), "请选择星期");
  assert.equal(faultOfPlan({ ...plan, from: "9点" }), "时间的格式为 10:00");
  assert.equal(faultOfPlan({ ...plan, until: "24:01" }), "时间的格式为 10:00");
  assert.equal(faultOfPlan({ ...plan, until: "10:00" }), "结束时间须晚于开始时间");
  assert.equal(faultOfPlan({ ...plan, until: "10:45" }), "不足60分钟，没有完整的时段");
  assert.equal(faultOfPlan({ ...plan, until: "11:00" }), null);
});
