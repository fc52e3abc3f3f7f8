import type { ContractField } from "@ops/authority/contract";
import { Table } from "antd";

const places = { PATH: "路径", QUERY: "查询", BODY: "正文", ANSWER: "返回" } as const;

/** What the call takes and answers, as the contract says it. */
export function ContractTable({ fields }: { readonly fields: readonly ContractField[] }) {
  if (fields.length === 0) return <p className="interface-hint">该接口没有参数，或已不在当前版本中</p>;
  return (
    <Table
      rowKey={({ place, name }) => `${place} ${name}`}
      size="small"
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      dataSource={[...fields]}
      columns={[
        { title: "位置", key: "place", width: 70, render: (_value, { place }) => places[place] },
        { title: "字段", key: "name", render: (_value, { name }) => <code>{name}</code> },
        { title: "含义", key: "label", width: 160, render: (_value, { label }) => label ?? "-" },
        { title: "类型", dataIndex: "type" },
        {
          title: "必填",
          key: "required",
          width: 70,
          render: (_value, { place, required }) => (place === "ANSWER" ? "-" : required ? "是" : "否"),
        },
      ]}
    />
  );
}
