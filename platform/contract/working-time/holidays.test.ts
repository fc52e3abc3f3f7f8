import assert from "node:assert/strict";
import { test } from "node:test";
import { dayAfterWorkdays, type Holidays, isWorkday, weekdayOf, workdaysBetween } from "./holidays.ts";

const holidays: Holidays = new Map([
  ["2026-10-01", "REST"],
  ["2026-10-10", "WORK"],
]);

test("PF-R112 a day without an entry is a work day from Monday to Friday; an entry says otherwise", () => {
  const week = ["2026-11-16", "2026-11-20", "2026-11-21", "2026-11-22"];
  assert.deepEqual(week.map(weekdayOf), [0, 4, 5, 6]);
  assert.deepEqual(
    ["2020-02-29", "2023-12-31"].map(weekdayOf),
    [5, 6],
    "days before the one from which it counts, too",
  );
  assert.deepEqual(
    week.map((day) => isWorkday(holidays, day)),
    [true, true, false, false],
  );
  assert.deepEqual(
    ["2026-10-01", "2026-10-10"].map((day) => isWorkday(holidays, day)),
    [false, true],
  );
});

test("PF-R111 work days between two days: the first does not count, the last does", () => {
  const between = (from: string, to: string) => workdaysBetween(holidays, from, to);
  assert.equal(between("2026-11-16", "2026-11-17"), 1);
  assert.equal(between("2026-11-20", "2026-11-23"), 1, "a weekend");
  assert.equal(between("2026-09-30", "2026-10-02"), 1, "a holiday");
  assert.equal(between("2026-10-09", "2026-10-11"), 1, "a worked weekend");
  assert.equal(between("2026-11-16", "2026-11-16"), 0);
  assert.equal(between("2026-11-17", "2026-11-16"), 0);
});

test("PF-R116 so many work days later: weekends and holidays are jumped over, swapped weekends count", () => {
  const after = (from: string, count: number) => dayAfterWorkdays(holidays, from, count);
  assert.deepEqual(
    [after("2026-11-19", 0), after("2026-11-19", 1), after("2026-11-19", 2)],
    ["2026-11-19", "2026-11-20", "2026-11-23"],
  );
  assert.deepEqual(
    [after("2026-11-21", 1), after("2026-09-30", 1), after("2026-10-09", 1)],
    ["2026-11-23", "2026-10-02", "2026-10-10"],
  );
});
