import type { SuspensionDetail } from "@ops/partner/contract";
import { Table, type TableColumnsType } from "antd";

type Line = SuspensionDetail["lines"][number];

/** The plan kind by kind, with what came of it and what came back. */
export function LineTable({ suspension }: { readonly suspension: SuspensionDetail }) {
  const isDraft = suspension.state === "DRAFT";
  const isUndone = suspension.state === "UNDOING" || suspension.state === "UNDONE";
  const number = (title: string, dataIndex: keyof Line) => ({ title, dataIndex, width: 76, align: "right" as const });
  const columns: TableColumnsType<Line> = [
    { title: "影响对象", dataIndex: "label", width: 120 },
    number("预览", "seen"),
    { title: "处理", dataIndex: "actionLabel", ellipsis: true },
    { title: "接收方", key: "to", width: 140, ellipsis: true, render: (_, { receiverName }) => receiverName ?? "-" },
    ...(isDraft ? [] : [number("已处理", "done"), number("失败", "failed")]),
    ...(isUndone ? [number("已恢复", "restored"), number("未恢复", "kept")] : []),
  ];
  return (
    <Table
      rowKey="kind"
      size="small"
      className="tabular"
      pagination={false}
      dataSource={suspension.lines}
      columns={columns}
      locale={{ emptyText: "尚未预览" }}
    />
  );
}
