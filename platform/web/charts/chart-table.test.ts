import assert from "node:assert/strict";
import { test } from "node:test";
import { barOption, lineOption } from "./chart-options.ts";
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
