import {
  BoxChart,
  type FlowData,
  HeatChart,
  type HeatData,
  PieChart,
  SankeyChart,
  type SpreadData,
} from "@ops/platform/web";
import { useState } from "react";

const heat: HeatData = {
  columns: ["9点", "11点", "13点", "15点", "17点", "19点"],
  rows: [
    { name: "周一", values: [3, 8, 5, 12, 18, 9] },
    { name: "周三", values: [2, 6, 4, 9, 15, 11] },
    { name: "周六", values: [14, 32, 28, 41, 36, 20] },
    { name: "周日", values: [12, 29, 25, 38, 30, null] },
  ],
};
const flow: FlowData = [
  { from: "官网线索", to: "到店", value: 320 },
  { from: "车展线索", to: "到店", value: 180 },
  { from: "到店", to: "试驾", value: 300 },
  { from: "到店", to: "战败", value: 200 },
  { from: "试驾", to: "下订", value: 140 },
  { from: "试驾", to: "跟进中", value: 160 },
];
const spread: SpreadData = [
  { name: "华东", five: [3, 7, 11, 16, 28] },
  { name: "华南", five: [2, 6, 9, 13, 21] },
  { name: "西北", five: [6, 12, 19, 27, 44] },
];

const shares = [
  { name: "在库", value: 300 },
  { name: "在途", value: 100 },
];

export function ChartStories() {
  const [picked, setPicked] = useState("");
  const [share, setShare] = useState("");
  return (
    <>
      <HeatChart
        title="到店时段"
        rowTitle="星期"
        data={heat}
        extra={<output aria-label="所选时段">{picked}</output>}
        onPick={(day, hour) => setPicked(`${day} ${hour}`)}
      />
      <SankeyChart title="线索去向" data={flow} />
      <BoxChart title="交付周期（天）" data={spread} />
      <PieChart
        title="车辆分布"
        data={shares}
        extra={<output aria-label="所选车辆">{share}</output>}
        onPick={(name, column) => setShare(`${name} ${column}`)}
      />
    </>
  );
}
