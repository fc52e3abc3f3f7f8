import { LineChart, type SeriesData, useEndpoint } from "@ops/platform/web";
import { type IntakePoint, listIntakeLag } from "@ops/vehicle/contract";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import "./intake.css";

const spans = [
  { value: "HOUR", label: "48小时" },
  { value: "DAY", label: "30天" },
] as const;
type Span = (typeof spans)[number]["value"];

/** Number and delay of messages in the last hours or days. */
export function IntakeLag() {
  const [span, setSpan] = useState<Span>("HOUR");
  const { data: points = [] } = useEndpoint(listIntakeLag, { query: { span } }, { silent: true, keepPrevious: true });
  const extra = <Segmented size="small" options={[...spans]} value={span} onChange={setSpan} />;
  return (
    <div className="intake-charts">
      <IntakeCounts title="接入量" height={130} points={points} span={span} />
      <IntakeDelay title="延迟P95（秒）" height={130} points={points} span={span} extra={extra} />
    </div>
  );
}

interface ChartProps {
  readonly title: string;
  readonly height: number;
  readonly points: readonly IntakePoint[];
  readonly span: Span;
  readonly extra?: React.ReactNode;
}

export function IntakeCounts({ points, span, ...frame }: ChartProps) {
  const data = useMemo(
    () =>
      seriesOf(points, span, {
        接收: ({ received }) => received,
        已应用: ({ applied }) => applied,
        等待建档: ({ waiting }) => waiting,
        失败: ({ failed }) => failed,
      }),
    [points, span],
  );
  return <LineChart {...frame} categoryTitle="时间" data={data} />;
}

export function IntakeDelay({ points, span, ...frame }: ChartProps) {
  const data = useMemo(() => seriesOf(points, span, { 延迟P95: ({ lagP95Seconds }) => lagP95Seconds }), [points, span]);
  return <LineChart {...frame} categoryTitle="时间" data={data} />;
}

function seriesOf(
  points: readonly IntakePoint[],
  span: Span,
  of: Readonly<Record<string, (point: IntakePoint) => number | null>>,
): SeriesData {
  return {
    categories: points.map(({ at }) => (span === "HOUR" ? at.slice(5, 16) : at.slice(5, 10))),
    series: Object.entries(of).map(([name, read]) => ({ name, values: points.map(read) })),
  };
}
