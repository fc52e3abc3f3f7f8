import { BoxplotChart, HeatmapChart, SankeyChart } from "echarts/charts";
import { VisualMapComponent } from "echarts/components";
import { use } from "echarts/core";
import EChart from "./EChart.tsx";

use([HeatmapChart, SankeyChart, BoxplotChart, VisualMapComponent]);

/** The drawing of kinds that few pages show, so that the others need not load them. */
export default function RareChart(props: Parameters<typeof EChart>[0]) {
  return <EChart {...props} />;
}
