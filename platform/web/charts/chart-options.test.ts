import assert from "node:assert/strict";
import { test } from "node:test";
import { lineOption, radarOption } from "./chart-options.ts";

const look = { palette: ["#000"], text: "#000", muted: "#000", line: "#000", panel: "#fff", fontFamily: "serif" };
const data = {
  categories: ["2026-09", "2026-10"],
  series: [
    { name: "本期", values: [52, 58] },
    { name: "上期", values: [50, 57] },
  ],
};

test("LOOK scores are drawn on an axis from 0 to 100, counts on one that follows them", () => {
  assert.partialDeepStrictEqual(lineOption(data, look, 100), { yAxis: { min: 0, max: 100 } });
  assert.deepEqual(Object.keys(Object(lineOption(data, look)["yAxis"])).includes("max"), false);
});

test("LOOK of two outlines in a radar, the one to compare with is a dashed line without a filling", () => {
  const shown = [
    { lineStyle: { type: "solid" }, areaStyle: { opacity: 0.14 } },
    { lineStyle: { type: "dashed" }, areaStyle: { opacity: 0 } },
  ];
  assert.partialDeepStrictEqual(radarOption(data, look, 100), { series: [{ data: shown }] });
});
