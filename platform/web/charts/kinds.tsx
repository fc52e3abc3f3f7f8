import { useMemo } from "react";
import { Chart, type ChartFrame, useChartLook } from "./Chart.tsx";
import {
  type BarLook,
  barOption,
  funnelOption,
  lineOption,
  pieOption,
  radarOption,
  type SeriesData,
  type ShareData,
} from "./chart-options.ts";
import { seriesRows, shareRows } from "./chart-table.ts";
import { pickOutline, pickShare } from "./picked.ts";

interface SeriesProps extends ChartFrame {
  readonly data: SeriesData;
  /** Head of the first column in the table view. */
  readonly categoryTitle?: string;
}

interface ShareProps extends ChartFrame {
  readonly data: ShareData;
}

/** With `max`, its axis goes from 0 to `max` instead of following the values. */
export function LineChart({ data, categoryTitle, max, ...frame }: SeriesProps & { readonly max?: number }) {
  const look = useChartLook();
  const option = useMemo(() => lineOption(data, look, max), [data, look, max]);
  return <Chart {...frame} option={option} rows={seriesRows(data, categoryTitle)} />;
}

export function BarChart({ data, categoryTitle, across = false, stacked = false, ...frame }: SeriesProps & BarLook) {
  const look = useChartLook();
  const option = useMemo(() => barOption(data, look, { across, stacked }), [data, look, across, stacked]);
  return <Chart {...frame} option={option} rows={seriesRows(data, categoryTitle)} />;
}

export function PieChart({ data, ...frame }: ShareProps) {
  const look = useChartLook();
  const option = useMemo(() => pieOption(data, look), [data, look]);
  return <Chart {...frame} option={option} rows={shareRows(data)} pickOf={pickShare} />;
}

export function FunnelChart({ data, ...frame }: ShareProps) {
  const look = useChartLook();
  const option = useMemo(() => funnelOption(data, look), [data, look]);
  return <Chart {...frame} option={option} rows={shareRows(data)} pickOf={pickShare} />;
}

/** Several values of one thing side by side, each from 0 to `max`. */
export function RadarChart({ data, categoryTitle, max, ...frame }: SeriesProps & { readonly max: number }) {
  const look = useChartLook();
  const option = useMemo(() => radarOption(data, look, max), [data, look, max]);
  return <Chart {...frame} option={option} rows={seriesRows(data, categoryTitle)} pickOf={pickOutline} />;
}
