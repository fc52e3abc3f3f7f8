import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fillHours, hoursOfWeek, isInside, stepFrom, weekOfHours } from "./week-hours.ts";

const closed = Array.from({ length: 7 }, () => []);
const week = [
  [
    { from: "09:00", until: "12:00" },
    { from: "13:30", until: "18:00" },
  ],
  ...closed.slice(1),
];

test("PF-R130 the windows of a week turn into hours and back without a change", () => {
  const hours = hoursOfWeek(week);
  assert.deepEqual(
    hours[0]?.flatMap((isOn, hour) => (isOn ? [hour] : [])),
    [9, 10, 11, 13, 14, 15, 16, 17],
  );
  assert.deepEqual(weekOfHours(hours)[0], [
    { from: "09:00", until: "12:00" },
    { from: "13:00", until: "18:00" },
  ]);
  assert.deepEqual(weekOfHours(hoursOfWeek(closed)), closed);
  const whole = [[{ from: "00:00", until: "24:00" }], ...closed.slice(1)];
  assert.deepEqual(weekOfHours(hoursOfWeek(whole)), whole);
  const anyHours = fc.array(fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), { minLength: 7, maxLength: 7 });
  fc.assert(fc.property(anyHours, (drawn) => assert.deepEqual(hoursOfWeek(weekOfHours(drawn)), drawn)));
});

test("PF-R130 a rectangle is drawn from any corner to any other, and switches nothing outside", () => {
  const hours = hoursOfWeek(closed);
  for (const [from, to] of [
    [
      { day: 1, hour: 8 },
      { day: 2, hour: 9 },
    ],
    [
      { day: 2, hour: 9 },
      { day: 1, hour: 8 },
    ],
    [
      { day: 1, hour: 9 },
      { day: 2, hour: 8 },
    ],
  ] as const) {
    const filled = fillHours(hours, from, to, true);
    assert.equal(filled.flat().filter(Boolean).length, 4);
    assert.deepEqual(weekOfHours(filled)[1], [{ from: "08:00", until: "10:00" }]);
    assert.deepEqual(fillHours(filled, from, to, false), hours);
  }
  assert.equal(isInside({ day: 0, hour: 0 }, { day: 1, hour: 1 }, { day: 2, hour: 1 }), false);
});

test("PF-R130 keys lead to the neighbour, to the ends of a day and of the week, and never beyond", () => {
  const at = { day: 3, hour: 9 };
  assert.deepEqual(stepFrom(at, "ArrowLeft"), { day: 3, hour: 8 });
  assert.deepEqual(stepFrom(at, "ArrowRight"), { day: 3, hour: 10 });
  assert.deepEqual(stepFrom(at, "ArrowUp"), { day: 2, hour: 9 });
  assert.deepEqual(stepFrom(at, "ArrowDown"), { day: 4, hour: 9 });
  assert.deepEqual(stepFrom(at, "Home"), { day: 3, hour: 0 });
  assert.deepEqual(stepFrom(at, "End"), { day: 3, hour: 23 });
  assert.deepEqual(stepFrom(at, "PageUp"), { day: 0, hour: 9 });
  assert.deepEqual(stepFrom(at, "PageDown"), { day: 6, hour: 9 });
  assert.deepEqual(stepFrom({ day: 0, hour: 0 }, "ArrowLeft"), { day: 0, hour: 0 });
  assert.deepEqual(stepFrom({ day: 6, hour: 23 }, "ArrowDown"), { day: 6, hour: 23 });
  assert.equal(stepFrom(at, "a"), null);
});
