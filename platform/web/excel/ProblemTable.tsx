import type { ImportProblem } from "@ops/platform/contract";
import { Table } from "antd";

/** The first hundred problems of a file. */
export function ProblemTable({ problems }: { readonly problems: readonly ImportProblem[] }) {
  const rows = problems.map((problem, n) => ({ ...problem, key: n }));
  return (
    <Table
      size="small"
      pagination={false}
      scroll={{ y: 280 }}
      dataSource={rows}
      columns={[
        { title: "行号", dataIndex: "line", width: 80 },
        { title: "列", dataIndex: "column", width: 140, render: (text: string) => text || "-" },
        { title: "值", dataIndex: "value", width: 200, ellipsis: true, render: (text: string) => text || "-" },
        { title: "问题", dataIndex: "problem" },
      ]}
    />
  );
}
