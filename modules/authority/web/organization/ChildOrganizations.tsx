import { OrganizationNode, organizationTree } from "@ops/authority/contract";
import { PlainTable, tableColumnsOf, useEndpoint } from "@ops/platform/web";

interface Props {
  readonly id: string;
  readonly onSelect: (id: string) => void;
}

export function ChildOrganizations({ id, onSelect }: Props) {
  const answer = useEndpoint(organizationTree, { query: { parentId: id } }, { silent: true });
  const columns = tableColumnsOf(OrganizationNode, {
    name: (node) => (
      <button type="button" className="text-button" onClick={() => onSelect(node.id)}>
        {node.name}
      </button>
    ),
    code: { title: "编码", width: 150 },
    type: 100,
    leaderName: 110,
    ownPeople: {
      title: "人员（本级 / 含下级）",
      width: 170,
      as: ({ ownPeople, totalPeople }) => `${ownPeople} / ${totalPeople}`,
    },
    status: 90,
  });
  return (
    <PlainTable<OrganizationNode>
      of={answer}
      rows={answer.data?.nodes}
      columns={columns}
      pageSize={10}
      unit="个"
      empty="没有下级组织"
    />
  );
}
