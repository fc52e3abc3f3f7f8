import type { ImportProblem } from "@ops/platform/contract";
import { Table } from "antd";

interface Props {
  readonly problems: readonly ImportProblem[];
  /** 提醒 where they keep no row out. */
  readonly title?: "问题" | "提醒";
  /** Scrolls above this height, so that what follows stays in sight. */
  readonly height: number | string;
}

/** The first hundred problems of a file. */
export function ProblemTable({ problems, title = "问题", height }: Props) {
  const rows = problems.map((problem, n) => ({ ...problem, key: n }));
  return (
    <Table
      size="small"
      pagination={false}
      scroll={{ y: height }}
      dataSource={rows}
      columns={[
        { title: "行号", dataIndex: "line", width: 80 },
        { title: "列", dataIndex: "column", width: 140, render: (text: string) => text || "-" },
        { title: "值", dataIndex: "value", width: 200, ellipsis: true, render: (text: string) => text || "-" },
        { title, dataIndex: "problem" },
      ]}
    />
  );
}
