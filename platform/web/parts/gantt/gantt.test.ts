import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOfGantt, describeRow, isLate, marksOfGantt, placeDay, placeSpan } from "./gantt.ts";

const TODAY = "2026-03-10";
const row = (planned: [string, string], actual?: [string, string | null]) => ({
  key: "1",
  title: "施工",
  planned: { from: planned[0], to: planned[1] },
  ...(actual ? { actual: { from: actual[0], to: actual[1] } } : {}),
});

test("PF-R130 a chart shows all planned and actual days and today, with a day on either side", () => {
  const early = row(["2026-03-03", "2026-03-05"], ["2026-03-02", "2026-03-06"]);
  assert.deepEqual(daysOfGantt([early], TODAY), { from: "2026-03-01", to: "2026-03-11" });
  assert.deepEqual(daysOfGantt([row(["2026-03-12", "2026-03-20"])], TODAY), { from: "2026-03-09", to: "2026-03-21" });
  assert.deepEqual(daysOfGantt([], TODAY), { from: "2026-03-09", to: "2026-03-11" });
});

test("PF-R130 bars cover their days whole; what has no end reaches to today", () => {
  const days = { from: "2026-03-01", to: "2026-03-20" };
  assert.deepEqual(placeSpan(days, { from: "2026-03-01", to: "2026-03-20" }, TODAY), { start: 0, width: 100 });
  assert.deepEqual(placeSpan(days, { from: "2026-03-03", to: "2026-03-03" }, TODAY), { start: 10, width: 5 });
  assert.deepEqual(placeSpan(days, { from: "2026-03-06", to: null }, TODAY), { start: 25, width: 25 });
  assert.deepEqual(placeSpan(days, { from: "2026-03-15", to: null }, TODAY), { start: 70, width: 5 });
  assert.equal(placeDay(days, TODAY), 45);
});

test("PF-R130 the head names Mondays, and the first of each month where Mondays are too many", () => {
  const far = "2027-01-01";
  const march = { from: "2026-03-01", to: "2026-03-16" };
  assert.deepEqual(marksOfGantt(march, far), ["2026-03-02", "2026-03-09", "2026-03-16"]);
  assert.equal(marksOfGantt({ from: "2026-03-02", to: "2026-05-18" }, far).length, 12);
  assert.deepEqual(marksOfGantt({ from: "2026-03-02", to: "2026-05-25" }, far), ["2026-04-01", "2026-05-01"]);
});

test("PF-R130 the head writes no day below the sign of today", () => {
  const days = { from: "2026-03-02", to: "2026-06-09" }; // a hundred days: the first of a month is written, a day is a percent
  const shows = (today: string) => marksOfGantt(days, today).includes("2026-05-01");
  assert.deepEqual(["2026-04-27", "2026-04-28", "2026-05-01", "2026-05-07", "2026-05-08"].map(shows), [
    true,
    false,
    false,
    false,
    true,
  ]);
});

test("PF-R130 late is what ended after its plan, or has not ended although its plan has", () => {
  assert.equal(isLate(row(["2026-03-01", "2026-03-10"], ["2026-03-01", null]), TODAY), false);
  assert.equal(isLate(row(["2026-03-01", "2026-03-09"], ["2026-03-01", null]), TODAY), true);
  assert.equal(isLate(row(["2026-03-01", "2026-03-09"]), TODAY), true);
  assert.equal(isLate(row(["2026-03-01", "2026-03-05"], ["2026-03-01", "2026-03-05"]), TODAY), false);
  assert.equal(isLate(row(["2026-03-01", "2026-03-05"], ["2026-03-01", "2026-03-06"]), TODAY), true);
  assert.equal(
    describeRow(row(["2026-03-01", "2026-03-09"], ["2026-03-02", null]), TODAY),
    "计划 2026-03-01 至 2026-03-09，实际 2026-03-02 至 今，已延期",
  );
  assert.equal(describeRow(row(["2026-03-12", "2026-03-13"]), TODAY), "计划 2026-03-12 至 2026-03-13，未开始");
});

test("PF-R130 a chart has room for the baseline and the forecast, and is late by what is expected", () => {
  const planned = row(["2026-03-08", "2026-03-12"]);
  const more = {
    ...planned,
    baseline: { from: "2026-03-04", to: "2026-03-08" },
    forecast: { from: "2026-03-10", to: "2026-03-15" },
  };
  assert.deepEqual(daysOfGantt([more], TODAY), { from: "2026-03-03", to: "2026-03-16" });
  assert.deepEqual([isLate(planned, TODAY), isLate(more, TODAY)], [false, true]);
  assert.equal(
    describeRow(more, TODAY),
    "基线 2026-03-04 至 2026-03-08，计划 2026-03-08 至 2026-03-12，未开始，预测至 2026-03-15，已延期",
  );
});
