import assert from "node:assert/strict";
import { test } from "node:test";
import type { WorkWindow } from "@ops/platform/contract";
import fc from "fast-check";
import { fillWeek, hoursOfWeek, isInside, stepFrom } from "./week-hours.ts";

const closed: WorkWindow[][] = Array.from({ length: 7 }, () => []);
const week = [
  [
    { from: "09:00", until: "12:00" },
    { from: "13:30", until: "18:00" },
  ],
  ...closed.slice(1),
];

const hoursOn = (row: readonly boolean[] | undefined) => row?.flatMap((isOn, hour) => (isOn ? [hour] : []));

test("PF-R130 the windows of a week turn into hours and back without a change", () => {
  assert.deepEqual(hoursOn(hoursOfWeek(week)[0]), [9, 10, 11, 13, 14, 15, 16, 17]);
  const whole = [[{ from: "00:00", until: "24:00" }], ...closed.slice(1)];
  assert.deepEqual(fillWeek(closed, { day: 0, hour: 0 }, { day: 0, hour: 23 }, true), whole);
  assert.deepEqual(hoursOn(hoursOfWeek(whole)[0])?.length, 24);
  const anyHours = fc.array(fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(anyHours, (drawn) => {
      const cells = drawn.flatMap((row, day) => row.map((isOn, hour) => ({ cell: { day, hour }, isOn })));
      const filled = cells.reduce((sofar, { cell, isOn }) => fillWeek(sofar, cell, cell, isOn), week);
      assert.deepEqual(hoursOfWeek(filled), drawn);
    }),
  );
});

test("PF-R130 what is not switched keeps its minutes; what is switched is whole hours", () => {
  const monday = (hour: number, isOn: boolean) => fillWeek(week, { day: 0, hour }, { day: 0, hour }, isOn)[0];
  const morning = { from: "09:00", until: "12:00" };
  assert.deepEqual(monday(18, true), [morning, { from: "13:30", until: "19:00" }]);
  assert.deepEqual(monday(13, false), [morning, { from: "14:00", until: "18:00" }]);
  assert.deepEqual(monday(12, true), [
    { from: "09:00", until: "13:00" },
    { from: "13:30", until: "18:00" },
  ]);
  assert.deepEqual(monday(13, true), [morning, { from: "13:00", until: "18:00" }]);
  assert.deepEqual(monday(10, false)?.slice(0, 2), [
    { from: "09:00", until: "10:00" },
    { from: "11:00", until: "12:00" },
  ]);
  assert.deepEqual(fillWeek(week, { day: 1, hour: 9 }, { day: 6, hour: 9 }, true)[0], week[0]);
});

test("PF-R130 windows that overlap keep all their hours when another one is switched", () => {
  const inside = [
    [
      { from: "09:00", until: "18:00" },
      { from: "10:00", until: "11:00" },
    ],
    ...closed.slice(1),
  ];
  assert.deepEqual(fillWeek(inside, { day: 0, hour: 20 }, { day: 0, hour: 20 }, true)[0], [
    { from: "09:00", until: "18:00" },
    { from: "20:00", until: "21:00" },
  ]);
});

test("PF-R130 a rectangle is drawn from any corner to any other, and switches nothing outside", () => {
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
    const filled = fillWeek(closed, from, to, true);
    assert.equal(hoursOfWeek(filled).flat().filter(Boolean).length, 4);
    assert.deepEqual(filled[1], [{ from: "08:00", until: "10:00" }]);
    assert.deepEqual(fillWeek(filled, from, to, false), closed);
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
