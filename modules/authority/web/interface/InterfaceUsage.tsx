import { getInterfaceStatistics, InterfaceCaller, type InterfaceStatistics } from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import { LineChart, NotLoaded, PlainTable, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { Skeleton } from "antd";
import { useMemo } from "react";

/** Calls of the last days: figures, a chart by hour, and the most frequent callers. */
export function InterfaceUsage({ id }: { readonly id: string }) {
  const answer = useEndpoint(getInterfaceStatistics, { params: { id } }, { silent: true });
  if (answer.data) return <Usage used={answer.data} />;
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return <Skeleton active paragraph={{ rows: 8 }} />;
}

function Usage({ used }: { readonly used: InterfaceStatistics }) {
  const { hours, callers } = used;
  const data = useMemo(
    () => ({
      categories: hours.map(({ hour }) => hour.slice(5, 16)),
      series: [
        { name: "调用", values: hours.map(({ calls }) => calls) },
        { name: "错误", values: hours.map(({ errors }) => errors) },
      ],
    }),
    [hours],
  );
  return (
    <div className="interface-stack">
      <Figures used={used} />
      <LineChart title="近48小时调用" categoryTitle="时间" height={220} data={data} />
      <PlainTable
        rowKey="userId"
        rows={callers}
        empty="近7天没有人调用"
        columns={tableColumnsOf(InterfaceCaller, {
          userName: "调用人（近7天前20名）",
          calls: 110,
          errors: 110,
          lastCalledAt: 180,
        })}
      />
    </div>
  );
}

function Figures({ used: { calls, errors, refusals, p95Ms } }: { readonly used: InterfaceStatistics }) {
  const figures = {
    近7天调用: calls,
    错误率: percentage(errors, calls),
    业务拒绝: refusals,
    "P95 耗时": p95Ms === null ? "-" : `${p95Ms} ms`,
  };
  return (
    <dl className="interface-figures">
      {Object.entries(figures).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
