import assert from "node:assert/strict";
import { test } from "node:test";
import { makeSlots } from "./make-slots.ts";

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
