import type { AnswerOf } from "@ops/platform/contract";
import { showTime, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { listCarStays, placeKinds } from "@ops/vehicle/contract";
import { Table } from "antd";
import { placeText } from "./car-columns.tsx";

type Stay = AnswerOf<typeof listCarStays>[number];

const stayColumns = tableColumnsOf(listCarStays.answer.element, {
  placeName: placeText,
  from: true,
  until: ({ until }) => (until ? showTime(until) : "至今"),
  days: true,
});

/** 位置: the places of the car with their duration, as a line and as a table. */
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
        columns={stayColumns}
        locale={{ emptyText: isPending ? " " : "没有位置记录" }}
      />
    </>
  );
}

/** The route of the car, with the latest place at the end. */
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
