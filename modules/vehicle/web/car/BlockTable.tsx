import { showTime } from "@ops/platform/web";
import { blockKinds, type CarDetail } from "@ops/vehicle/contract";
import { Table } from "antd";

/** The blocks that are open now; nothing where there are none. */
export function BlockTable({ car }: { readonly car: CarDetail }) {
  if (car.blocks.length === 0) return null;
  return (
    <Table<CarDetail["blocks"][number]>
      className="tabular car-blocks"
      size="small"
      pagination={false}
      rowKey="kind"
      dataSource={[...car.blocks]}
      columns={[
        { title: "管控", key: "kind", width: 80, render: (_value, { kind }) => blockKinds[kind] },
        { title: "原因", dataIndex: "reason" },
        { title: "批次", key: "batch", width: 150, render: (_value, { batchNo }) => batchNo ?? "-" },
        { title: "开始", key: "from", width: 160, render: (_value, { fromAt }) => showTime(fromAt) },
      ]}
    />
  );
}
