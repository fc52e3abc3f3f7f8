import type { AnswerOf } from "@ops/platform/contract";
import { showTime, useEndpoint } from "@ops/platform/web";
import { listCarStays, placeKinds } from "@ops/vehicle/contract";
import { Table } from "antd";
import { placeText } from "./car-columns.tsx";

type Stay = AnswerOf<typeof listCarStays>[number];

/** 位置: where the car was and for how long, as a line and as rows. */
export function CarStays({ vin }: { readonly vin: string }) {
  const { data = [], isPending } = useEndpoint(listCarStays, { params: { vin } }, { silent: true });
  return (
    <>
      {data.length > 1 && <Route stays={data} />}
      <Table<Stay>
        className="tabular"
        size="small"
        pagination={false}
        rowKey={({ from, placeKind }) => `${from} ${placeKind}`}
        loading={{ spinning: isPending, delay: 200 }}
        dataSource={[...data]}
        columns={[
          { title: "位置", key: "place", render: (_value, stay) => placeText(stay) },
          { title: "到达", key: "from", width: 160, render: (_value, { from }) => showTime(from) },
          {
            title: "离开",
            key: "until",
            width: 160,
            render: (_value, { until }) => (until ? showTime(until) : "至今"),
          },
          { title: "天数", dataIndex: "days", width: 80, align: "right" },
        ]}
        locale={{ emptyText: isPending ? " " : "没有位置记录" }}
      />
    </>
  );
}

/** The way of the car, the latest place at the end. */
function Route({ stays }: { readonly stays: readonly Stay[] }) {
  const inOrder = [...stays].sort((a, b) => a.from.localeCompare(b.from));
  return (
    <ol className="car-route" aria-label="行驶路线">
      {inOrder.map(({ from, until, placeKind, placeName, days }) => (
        <li key={`${from} ${placeKind}`} data-now={until === null}>
          <b>{placeName ?? placeKinds[placeKind]}</b>
          <small>{until === null ? `已停留 ${days} 天` : `${days} 天`}</small>
        </li>
      ))}
    </ol>
  );
}
