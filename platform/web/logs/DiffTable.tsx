import type { AuditLog } from "@ops/platform/contract";
import { Table } from "antd";
import "./logs.css";

/** 变更前 / 变更后 of an entry (PF-R99). */
export function DiffTable({ diffs }: Pick<AuditLog, "diffs">) {
  return (
    <Table
      className="logs-diffs"
      rowKey={({ field }) => `${field} ${diffs.findIndex((diff) => diff.field === field)}`}
      size="small"
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      dataSource={diffs}
      columns={[
        { title: "字段", dataIndex: "label", width: 120 },
        { title: "变更前", key: "before", render: (_value, { before }) => before ?? "-" },
        { title: "变更后", key: "after", render: (_value, { after }) => after ?? "-" },
      ]}
    />
  );
}
