import { type ApiClient, listApiClients } from "@ops/authority/contract";
import { NotLoaded, showTime, useEndpoint } from "@ops/platform/web";
import { Table } from "antd";
import { ClientState } from "./ClientState.tsx";

/** The API clients in the reader's scope that an interface is granted to. */
export function GrantedClients({ interfaceId }: { readonly interfaceId: string }) {
  const answer = useEndpoint(listApiClients, { query: { interfaceId, pageSize: 100 } }, { silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table<ApiClient>
      rowKey="id"
      size="small"
      loading={answer.isPending}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      dataSource={answer.data?.list ?? []}
      locale={{ emptyText: "没有接口账号获得授权" }}
      columns={[
        { title: "名称", dataIndex: "name" },
        { title: "AK", key: "ak", width: 200, render: (_, { ak }) => <code>{ak}</code> },
        { title: "状态", key: "status", width: 140, render: (_, client) => <ClientState client={client} /> },
        { title: "归属组织", dataIndex: "ownerOrgName", width: 180 },
        { title: "负责人", dataIndex: "ownerUserName", width: 100 },
        { title: "最近调用", key: "used", width: 165, render: (_, { lastUsedAt }) => showTime(lastUsedAt) },
      ]}
    />
  );
}
