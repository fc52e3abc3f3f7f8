import { BarChart, FunnelChart, LineChart, PieChart, RadarChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, RadarComponent, TooltipComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useCallback, useEffect, useRef } from "react";

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

export type OnPick = (name: string, series: string) => void;

interface Props {
  readonly option: EChartsCoreOption;
  readonly onPick?: OnPick;
}

/** The drawing itself; only loaded where a chart is shown. */
export default function EChart({ option, onPick }: Props) {
  const pick = useRef(onPick);
  pick.current = onPick;
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<ReturnType<typeof init> | null>(null);
  const waiting = useRef<EChartsCoreOption | null>(null);

  // a chart that is hidden, as on paper beside another part, waits until it has room to be drawn in
  const draw = useCallback(() => {
    if (!waiting.current || !host.current?.clientWidth) return;
    drawn.current?.setOption(waiting.current, { notMerge: true });
    waiting.current = null;
  }, []);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const chart = init(element, null, { renderer: "svg" });
    drawn.current = chart;
    chart.on("click", ({ name, seriesName = "" }) => pick.current?.(name, seriesName));
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      chart.resize();
      draw();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.dispose();
      drawn.current = null;
    };
  }, [draw]);

  useEffect(() => {
    waiting.current = option;
    draw();
  }, [option, draw]);

  return <div ref={host} className="chart-drawing" role="img" />;
}
