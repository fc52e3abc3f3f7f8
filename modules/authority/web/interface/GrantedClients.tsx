import { type ApiClient, listApiClients } from "@ops/authority/contract";
import { NotLoaded, PlainTable, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { ClientState } from "./ClientState.tsx";

/** The API clients in the reader's scope that an interface is granted to. */
export function GrantedClients({ interfaceId }: { readonly interfaceId: string }) {
  const answer = useEndpoint(listApiClients, { query: { interfaceId, pageSize: 100 } }, { silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <PlainTable<ApiClient>
      of={answer}
      pageSize={20}
      rows={answer.data?.list}
      empty="没有接口账号获得授权"
      columns={tableColumnsOf(listApiClients, {
        name: true,
        ak: { width: 200, as: ({ ak }) => <code>{ak}</code> },
        status: { width: 140, as: (client) => <ClientState client={client} /> },
        ownerOrgName: 180,
        ownerUserName: 100,
        lastUsedAt: true,
      })}
    />
  );
}
