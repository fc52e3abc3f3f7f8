import { listOrganizationCoverage, type OrganizationCoverage as Row } from "@ops/authority/contract";
import { DictText, NotLoaded, useEndpoint } from "@ops/platform/web";
import { Table } from "antd";

/** 谁能看到本组织的数据, by the role that grants it. */
export function OrganizationCoverage({ id }: { readonly id: string }) {
  const answer = useEndpoint(listOrganizationCoverage, { params: { id } }, { silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table<Row>
      rowKey={({ roleId, dataScope }) => `${roleId} ${dataScope}`}
      size="small"
      className="tabular"
      loading={answer.isPending}
      dataSource={answer.data ?? []}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: answer.isPending ? " " : "除系统管理员外，没有人能看到本组织的数据" }}
      columns={[
        { title: "角色", dataIndex: "roleName", width: 160, ellipsis: true },
        {
          title: "数据范围",
          dataIndex: "dataScope",
          width: 140,
          render: (scope: string) => <DictText code="data_scope" value={scope} />,
        },
        { title: "人数", dataIndex: "people", width: 80, align: "right" },
        {
          title: "人员",
          dataIndex: "names",
          ellipsis: true,
          render: (names: readonly string[], { people }) =>
            names.length === 0 ? "范围外人员" : `${names.join("、")}${names.length < people ? ` 等 ${people} 人` : ""}`,
        },
      ]}
    />
  );
}
