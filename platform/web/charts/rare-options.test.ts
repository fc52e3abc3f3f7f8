import assert from "node:assert/strict";
import { test } from "node:test";
import { flowRows, heatRows, shareRows, spreadRows } from "./chart-table.ts";
import { pickBox, pickCell, pickFlow, pickOutline, pickSeries, pickShare } from "./picked.ts";
import { flowOption, flowsAhead, heatOption, spreadOption } from "./rare-options.ts";

const look = { palette: ["#111"], text: "t", muted: "m", line: "l", panel: "p", fontFamily: "f" };
const heat = {
  columns: ["9点", "10点"],
  rows: [
    { name: "周一", values: [5, null] },
    { name: "周二", values: [8, 0] },
  ],
};
const flow = [
  { from: "线索", to: "到店", value: 300 },
  { from: "到店", to: "订单", value: 120 },
];
const spread = [{ name: "上海", five: [1, 2, 3, 4.5, 9] as const }];

test("PF-R130 a heat chart goes from the panel's colour to the accent, leaves gaps open and writes each number", () => {
  const option = heatOption(heat, look);
  assert.partialDeepStrictEqual(option, {
    yAxis: { data: ["周一", "周二"], inverse: true },
    visualMap: { show: false, min: 0, max: 8, inRange: { color: ["p", "#111"] } },
    aria: { enabled: true },
  });
  const { series } = option as { series: { data: { value: number[]; label: { color: string } }[] }[] };
  assert.deepEqual(
    series[0]?.data.map(({ value, label }) => [value, label.color]),
    [
      [[0, 0, 5], "t"],
      [[0, 1, 8], "p"],
      [[1, 1, 0], "t"],
    ],
  );
  assert.deepEqual(heatRows(heat, "星期"), {
    head: ["星期", "9点", "10点"],
    rows: [
      ["周一", "5", "-"],
      ["周二", "8", "0"],
    ],
  });
  assert.partialDeepStrictEqual(heatOption({ columns: [], rows: [] }, look), { visualMap: { max: 1 } });
});

test("PF-R130 a sankey chart names each stage once and leads every stream from stage to stage", () => {
  assert.partialDeepStrictEqual(flowOption(flow, look), {
    series: [
      {
        type: "sankey",
        data: [{ name: "线索" }, { name: "到店" }, { name: "订单" }],
        links: [
          { source: "线索", target: "到店", value: 300 },
          { source: "到店", target: "订单", value: 120 },
        ],
      },
    ],
  });
  assert.deepEqual(flowRows(flow).rows, [
    ["线索 → 到店", "300"],
    ["到店 → 订单", "120"],
  ]);
});

test("PF-R130 streams that lead back are not drawn, the smaller before the larger; the table has them all", () => {
  const back = { from: "订单", to: "线索", value: 9 };
  const circle = [back, ...flow, { from: "到店", to: "到店", value: 5 }];
  assert.deepEqual(flowsAhead(circle), flow);
  assert.deepEqual(flowsAhead([{ ...back, value: 150 }, ...flow]), [{ ...back, value: 150 }, flow[0]]);
  assert.equal(flowRows(circle).rows.length, 4);
  assert.partialDeepStrictEqual(flowOption(circle, look), { series: [{ links: [{ source: "线索" }, {}] }] });
});

test("PF-R130 a click on a drawing tells the row and the column of the table in which the same number stands", () => {
  const unnamed = { seriesName: "series\u00000" };
  assert.deepEqual(pickCell(heat)({ ...unnamed, name: "9点", value: [0, 1, 8] }), ["周二", "9点"]);
  assert.equal(pickCell(heat)({ name: "", value: "-" }), null);
  const link = { source: "线索", target: "到店", value: 300 };
  assert.deepEqual(pickFlow({ ...unnamed, name: "线索 > 到店", dataType: "edge", data: link }), [
    "线索 → 到店",
    "数值",
  ]);
  assert.equal(pickFlow({ name: "线索", dataType: "node", data: { name: "线索" } }), null);
  assert.deepEqual(pickBox({ ...unnamed, name: "上海" }), ["上海", ""]);
  assert.deepEqual(pickSeries({ name: "3月", seriesName: "锁单" }), ["3月", "锁单"]);
  const { head, rows } = shareRows([{ name: "在库", value: 300 }]);
  assert.deepEqual(pickShare({ ...unnamed, name: "在库", value: 300 }), [rows[0]?.[0], head[1]]);
  assert.equal(pickOutline({ ...unnamed, name: "本期", value: [52, 58] }), null, "it has no number of its own");
});

test("PF-R130 a box chart shows the five figures of each name, and its table the same", () => {
  const option = spreadOption(spread, look);
  assert.partialDeepStrictEqual(option, {
    xAxis: { data: ["上海"] },
    series: [{ type: "boxplot", data: [[1, 2, 3, 4.5, 9]] }],
  });
  assert.ok(!("minInterval" in (option as { yAxis: object }).yAxis), "halves are shown");
  assert.deepEqual(spreadRows(spread).rows, [["上海", "1", "2", "3", "4.5", "9"]]);
  assert.equal(spreadRows(spread).head.length, 6);
});
