import assert from "node:assert/strict";
import { test } from "node:test";
import { barOption, lineOption, pieOption } from "./chart-options.ts";
import { seriesRows, shareRows } from "./chart-table.ts";

const data = { categories: ["11-08", "11-09"], series: [{ name: "新增", values: [1200, null] }] };
const look = { palette: ["#1", "#2"], text: "t", muted: "m", line: "l", panel: "p", fontFamily: "f" };

test("PF-R91 a chart reads as a table, missing values as -", () => {
  assert.deepEqual(seriesRows(data, "日期"), {
    head: ["日期", "新增"],
    rows: [
      ["11-08", "1,200"],
      ["11-09", "-"],
    ],
  });
  assert.deepEqual(shareRows([{ name: "官网", value: 3 }]).rows, [["官网", "3"]]);
});

test("PF-R91 charts carry the palette, patterns and a description for readers", () => {
  assert.partialDeepStrictEqual(lineOption(data, look), {
    color: ["#1", "#2"],
    aria: { enabled: true, decal: { show: true } },
  });
});

test("PF-R91 bars of one series carry their numbers; lying bars swap the axes", () => {
  assert.partialDeepStrictEqual(barOption(data, look), { xAxis: { type: "category" } });
  assert.partialDeepStrictEqual(barOption(data, look, { across: true }), {
    yAxis: { type: "category", inverse: true },
  });
});

test("PF-R91 a ring has its names, numbers and shares beside it, and leaves them their room", () => {
  const option = pieOption(
    [
      { name: "空闲", value: 1000 },
      { name: "已交付", value: 2000 },
    ],
    look,
  );
  const { legend, series } = option as {
    legend: { formatter: (name: string) => string };
    series: { right: number; label: { show: boolean } }[];
  };
  assert.equal(legend.formatter("空闲"), "{name|空闲}{count|1,000}{share|33.3%}");
  assert.partialDeepStrictEqual(series, [{ label: { show: false } }]);
  assert.ok((series[0]?.right ?? 0) > 100);
});

test("PF-R91 an axis of counts has whole steps, one of rates has not", () => {
  const rates = { ...data, series: [{ name: "管控率", values: [0.25, 1] }] };
  assert.partialDeepStrictEqual(lineOption(data, look), { yAxis: { minInterval: 1 } });
  assert.ok(!("minInterval" in (lineOption(rates, look) as { yAxis: object }).yAxis));
});

test("PF-R91 a long line has no dots, unless a value between gaps would be lost without", () => {
  const shown = (values: (number | null)[]) =>
    (
      lineOption({ categories: values.map(String), series: [{ name: "量", values }] }, look) as {
        series: { showSymbol: boolean }[];
      }
    ).series[0]?.showSymbol;
  const long = Array.from({ length: 48 }, (_, at) => at);
  assert.equal(shown(long.slice(0, 24)), true);
  assert.equal(shown(long), false);
  assert.equal(shown([...long, null, 1, null]), true);
});
