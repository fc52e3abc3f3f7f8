import { grantSources, listRoleMembers, type RoleDetail } from "@ops/authority/contract";
import { NotLoaded, showTime, useEndpoint } from "@ops/platform/web";
import { Table } from "antd";
import { useState } from "react";

/** Who holds the role; it is given and taken on the page of the person. */
export function MembersTab({ role }: { readonly role: RoleDetail }) {
  const [{ pageNo, pageSize }, setPage] = useState({ pageNo: 1, pageSize: 10 });
  const answer = useEndpoint(
    listRoleMembers,
    { params: { id: role.id }, query: { pageNo, pageSize } },
    { keepPrevious: true, silent: true },
  );
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table
      rowKey="id"
      size="small"
      loading={answer.isPending}
      dataSource={answer.data?.list ?? []}
      locale={{ emptyText: "还没有人持有该角色，请在用户详情中授予" }}
      pagination={{
        current: pageNo,
        pageSize,
        total: answer.data?.total ?? 0,
        showTotal: (total) => `共 ${total} 条`,
        onChange: (next, size) => setPage({ pageNo: next, pageSize: size }),
      }}
      columns={[
        { title: "姓名", dataIndex: "userName", width: 120 },
        { title: "手机号", dataIndex: "mobilePhone", width: 140 },
        { title: "组织(职位)", dataIndex: "post" },
        { title: "来源", key: "source", width: 110, render: (_value, { source }) => grantSources[source] },
        { title: "生效时间", key: "from", width: 170, render: (_value, { validFrom }) => showTime(validFrom) },
        {
          title: "有效期至",
          key: "to",
          width: 170,
          render: (_value, { validTo }) => (validTo ? showTime(validTo) : "长期"),
        },
      ]}
    />
  );
}
