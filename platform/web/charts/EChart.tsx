import { BarChart, FunnelChart, LineChart, PieChart, RadarChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, RadarComponent, TooltipComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useCallback, useEffect, useRef } from "react";
import type { Clicked } from "./picked.ts";

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

interface Props {
  readonly option: EChartsCoreOption;
  readonly onClick?: (clicked: Clicked) => void;
}

/** The drawing itself; only loaded where a chart is shown. */
export default function EChart({ option, onClick }: Props) {
  const click = useRef(onClick);
  click.current = onClick;
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
    chart.on("click", (clicked) => click.current?.(clicked));
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
