import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf, pagesOf } from "./slot-grid.ts";

const slot = (startAt: string) => ({ startAt, endAt: startAt, capacity: 2, booked: 0, left: 2 });
const slots = [
  slot("2026-11-18 14:00:00"),
  slot("2026-11-20 10:00:00"),
  slot("2026-11-24 14:00:00"),
  slot("2026-11-25 09:00:00"),
];

test("order 5 the grid of slots has a line for each time of its seven days, and a gap where a day has none", () => {
  const { days, lines } = gridOf(slots, "2026-11-18");
  assert.deepEqual([days.length, days[0], days[6]], [7, "2026-11-18", "2026-11-24"]);
  assert.deepEqual(
    lines.map(({ time, slots: cells }) => [time, cells.map((cell) => (cell ? 1 : 0)).join("")]),
    [
      ["10:00", "0010000"],
      ["14:00", "1000001"],
    ],
  );
  assert.deepEqual(gridOf([], "2026-11-18").lines, []);
});

test("order 5 pages of a week begin today and reach as far as the slots do", () => {
  assert.deepEqual(pagesOf(slots, "2026-11-18"), ["2026-11-18", "2026-11-25"]);
  assert.deepEqual(pagesOf(slots.slice(0, 3), "2026-11-18"), ["2026-11-18"]);
  assert.deepEqual(pagesOf([], "2026-11-18"), ["2026-11-18"]);
});
