import { LineChart, useEndpoint } from "@ops/platform/web";
import { type IntakePoint, listIntakeLag } from "@ops/vehicle/contract";
import { Segmented } from "antd";
import { useMemo, useState } from "react";

const spans = [
  { value: "HOUR", label: "48小时" },
  { value: "DAY", label: "30天" },
] as const;

/** How much came in and how late, of the last hours or days. */
export function IntakeLag() {
  const [span, setSpan] = useState<"HOUR" | "DAY">("HOUR");
  const { data: points } = useEndpoint(listIntakeLag, { query: { span } }, { silent: true, keepPrevious: true });
  const data = useMemo(() => intakeSeries(points ?? [], span), [points, span]);
  const extra = <Segmented size="small" options={[...spans]} value={span} onChange={setSpan} />;
  return <LineChart title="接入量与延迟" categoryTitle="时间" height={150} data={data} extra={extra} />;
}

/** What came, what failed, and the delay of ninety-five in a hundred in seconds. */
export function intakeSeries(points: readonly IntakePoint[], span: "HOUR" | "DAY") {
  const valuesOf = (of: (point: IntakePoint) => number | null) => points.map(of);
  return {
    categories: points.map(({ at }) => (span === "HOUR" ? at.slice(5, 16) : at.slice(5, 10))),
    series: [
      { name: "接收", values: valuesOf(({ received }) => received) },
      { name: "失败", values: valuesOf(({ failed }) => failed) },
      { name: "延迟P95（秒）", values: valuesOf(({ lagP95Seconds }) => lagP95Seconds) },
    ],
  };
}
