import { getInterfaceStatistics, type InterfaceStatistics } from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import { LineChart, NotLoaded, useEndpoint } from "@ops/platform/web";
import { Skeleton, Table } from "antd";
import { useMemo } from "react";

/** Calls of the last days: figures, by hour, and who called most. */
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
      <Table
        rowKey="userId"
        size="small"
        pagination={false}
        dataSource={callers}
        locale={{ emptyText: "近7天没有人调用" }}
        columns={[
          { title: "调用人（近7天前20名）", dataIndex: "userName" },
          { title: "调用", dataIndex: "calls", width: 110, align: "right" },
          { title: "错误", dataIndex: "errors", width: 110, align: "right" },
          { title: "最近调用", dataIndex: "lastCalledAt", width: 180 },
        ]}
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
