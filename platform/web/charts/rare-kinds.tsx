import { useMemo } from "react";
import { Chart, type ChartFrame, useChartLook } from "./Chart.tsx";
import { flowRows, heatRows, spreadRows } from "./chart-table.ts";
import { pickBox, pickCell, pickFlow } from "./picked.ts";
import { type FlowData, flowOption, type HeatData, heatOption, type SpreadData, spreadOption } from "./rare-options.ts";

/** Where and when there is much: rows and columns with the number in each cell. */
export function HeatChart({
  data,
  rowTitle,
  ...frame
}: ChartFrame & { readonly data: HeatData; readonly rowTitle?: string }) {
  const look = useChartLook();
  const option = useMemo(() => heatOption(data, look), [data, look]);
  return <Chart {...frame} isRare option={option} rows={heatRows(data, rowTitle)} pickOf={pickCell(data)} />;
}

/** What becomes of what: streams from one stage to the next. */
export function SankeyChart({ data, ...frame }: ChartFrame & { readonly data: FlowData }) {
  const look = useChartLook();
  const option = useMemo(() => flowOption(data, look), [data, look]);
  return <Chart {...frame} isRare option={option} rows={flowRows(data)} pickOf={pickFlow} />;
}

/** How values are spread, a box for each name. */
export function BoxChart({ data, ...frame }: ChartFrame & { readonly data: SpreadData }) {
  const look = useChartLook();
  const option = useMemo(() => spreadOption(data, look), [data, look]);
  return <Chart {...frame} isRare option={option} rows={spreadRows(data)} pickOf={pickBox} />;
}
