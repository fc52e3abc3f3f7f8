import { listOrganizationCoverage, OrganizationCoverage as Row } from "@ops/authority/contract";
import { PlainTable, tableColumnsOf, useEndpoint } from "@ops/platform/web";

/** 谁能看到本组织的数据, by the role that grants it. */
export function OrganizationCoverage({ id }: { readonly id: string }) {
  const answer = useEndpoint(listOrganizationCoverage, { params: { id } }, { silent: true });
  return (
    <PlainTable<Row>
      rowKey={({ roleId, dataScope }) => `${roleId} ${dataScope}`}
      of={answer}
      rows={answer.data}
      pageSize={10}
      empty="除系统管理员外，没有人能看到本组织的数据"
      columns={tableColumnsOf(Row, {
        roleName: 160,
        dataScope: 140,
        people: 80,
        names: {
          width: 0,
          as: ({ names, people }) =>
            names.length === 0 ? "范围外人员" : `${names.join("、")}${names.length < people ? ` 等 ${people} 人` : ""}`,
        },
      })}
    />
  );
}
