import { type OrganizationNode, organizationStates, organizationTree } from "@ops/authority/contract";
import { DictText, NotLoaded, StateTag, useEndpoint } from "@ops/platform/web";
import { Table, type TableColumnType } from "antd";

interface Props {
  readonly id: string;
  readonly onSelect: (id: string) => void;
}

export function ChildOrganizations({ id, onSelect }: Props) {
  const answer = useEndpoint(organizationTree, { query: { parentId: id } }, { silent: true });
  const columns: TableColumnType<OrganizationNode>[] = [
    {
      title: "名称",
      dataIndex: "name",
      render: (name: string, node) => (
        <button type="button" className="text-button" onClick={() => onSelect(node.id)}>
          {name}
        </button>
      ),
    },
    { title: "编码", dataIndex: "code", width: 150 },
    {
      title: "类型",
      dataIndex: "type",
      width: 100,
      render: (type: string) => <DictText code="organization_type" value={type} />,
    },
    { title: "负责人", dataIndex: "leaderName", width: 110, render: (name: string | null) => name ?? "-" },
    {
      title: "人员（本级 / 含下级）",
      dataIndex: "ownPeople",
      width: 170,
      align: "right",
      render: (own: number, { totalPeople }) => `${own} / ${totalPeople}`,
    },
    {
      title: "状态",
      dataIndex: "status",
      width: 90,
      render: (_status, { status }) => <StateTag machine={organizationStates} state={status} />,
    },
  ];
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table<OrganizationNode>
      rowKey="id"
      size="small"
      className="tabular"
      loading={answer.isPending}
      dataSource={answer.data?.nodes ?? []}
      columns={columns}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, showTotal: (n) => `共 ${n} 个` }}
      locale={{ emptyText: answer.isPending ? " " : "没有下级组织" }}
    />
  );
}
