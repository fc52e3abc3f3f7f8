import { BarChart, FunnelChart, LineChart, PieChart, RadarChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, RadarComponent, TooltipComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";

use([
  LineChart,
  BarChart,
  PieChart,
  FunnelChart,
  RadarChart,
  GridComponent,
  RadarComponent,
  LegendComponent,
  TooltipComponent,
  AriaComponent,
  SVGRenderer,
]);

/** The drawing itself; only loaded where a chart is shown. */
export default function EChart({ option }: { readonly option: EChartsCoreOption }) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<ReturnType<typeof init> | null>(null);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const chart = init(element, null, { renderer: "svg" });
    drawn.current = chart;
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.dispose();
      drawn.current = null;
    };
  }, []);

  useEffect(() => drawn.current?.setOption(option, { notMerge: true }), [option]);

  return <div ref={host} className="chart-drawing" role="img" />;
}
