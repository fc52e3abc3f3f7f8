import assert from "node:assert/strict";
import { test } from "node:test";
import { blockSeries, leadTimeSeries, plantsOf, stockSeries } from "./chart-data.ts";

test("vehicle section 9: stock is layered by age, and cars that never came into stock stand apart", () => {
  const ages = { "0-30": 3, "31-45": 2, "46-90": 1, "91-": 0 };
  const data = stockSeries([{ seriesId: "1", seriesName: "S7", ages, unknownAge: 4, count: 10 }]);
  assert.deepEqual(data.categories, ["S7"]);
  assert.deepEqual(
    data.series.map(({ name, values }) => [name, values[0]]),
    [
      ["0–30天", 3],
      ["31–45天", 2],
      ["46–90天", 1],
      ["90天以上", 0],
      ["未入库", 4],
    ],
  );
});

test("vehicle section 9: lead times are those of one plant, in the order of the months", () => {
  const cars = { cars: 2, medianDays: 1.5, p90Days: 3 };
  const months = [
    { month: "2026-10", plantCode: "CZ", cars: 2, toRelease: cars, toStore: null },
    { month: "2026-09", plantCode: "CZ", cars: 2, toRelease: cars, toStore: cars },
    { month: "2026-09", plantCode: "BJ", cars: 2, toRelease: null, toStore: null },
  ];
  assert.deepEqual(plantsOf(months), ["CZ", "BJ"]);
  const data = leadTimeSeries(months, "CZ");
  assert.deepEqual(data.categories, ["2026-09", "2026-10"]);
  assert.deepEqual(data.series[2]?.values, [1.5, null]);
});

test("vehicle section 9: a month without lead times stands among the others, empty", () => {
  const days = { cars: 2, medianDays: 1.5, p90Days: 3 };
  const month = { plantCode: "CZ", cars: 2, toRelease: days, toStore: null };
  const data = leadTimeSeries(
    ["2027-02", "2026-11"].map((name) => ({ ...month, month: name })),
    "CZ",
  );
  assert.deepEqual(data.categories, ["2026-11", "2026-12", "2027-01", "2027-02"]);
  assert.deepEqual(data.series[0]?.values, [1.5, null, null, 1.5]);
  assert.deepEqual(leadTimeSeries([], undefined).categories, []);
});

test("vehicle section 9: the rate of blocks is a share of the cars of the day", () => {
  const data = blockSeries([
    { day: "2026-11-01", cars: 300, blocked: [{ kind: "QUALITY", cars: 4 }] },
    { day: "2026-11-02", cars: 0, blocked: [] },
  ]);
  assert.deepEqual(data.series, [{ name: "质量", values: [1.33, 0] }]);
});
