import {
  apiClientActs,
  apiClientStates,
  createApiClient,
  editApiClient,
  getApiClient,
  listApiClientCalls,
  listApiClients,
  rotateApiClient,
} from "@ops/authority/contract";
import { actionsOf, ListPage, useDialog } from "@ops/platform/web";
import { ClientState } from "../interface/ClientState.tsx";
import { ApiClientDrawer } from "./ApiClientDrawer.tsx";
import { CallLogDrawer } from "./CallLogDrawer.tsx";
import { CreateApiClientDialog } from "./CreateApiClientDialog.tsx";
import { EditApiClientDialog } from "./EditApiClientDialog.tsx";
import { RotateDialog } from "./RotateDialog.tsx";

const clientMoves = actionsOf(apiClientActs, {});

export function ApiClientList() {
  const creating = useDialog<true>();

  return (
    <ListPage
      title="接口账号"
      memory="?tab=clients"
      endpoint={listApiClients}
      filters={["keyword", "status"]}
      columns={[
        { show: "name", width: 150 },
        { show: "ak", width: 185, as: (c) => <code>{c.ak}</code> },
        { show: "status", width: 130, as: (c) => <ClientState client={c} /> },
        { show: "ownerOrgName", width: 150 },
        { show: "ownerUserName", width: 90 },
        { show: "actAsUserName", width: 95 },
        { show: "interfaceIds", width: 70, align: "right", as: (c) => c.interfaceIds.length },
        { show: "ipAllow", width: 150, as: (c) => c.ipAllow.join("、") || "不限" },
        { show: "ratePerMin", width: 95, align: "right" },
        { show: "validUntil", width: 105, as: (c) => c.validUntil ?? "长期" },
        { show: "lastUsedAt", width: 155 },
        { show: "createdAt", width: 155, hidden: true },
      ]}
      tools={[{ label: "新增", needs: createApiClient, primary: true, run: () => creating.open(true) }]}
      rowActions={[
        { label: "详情", needs: getApiClient, ask: (c, onClose) => <ApiClientDrawer id={c.id} onClose={onClose} /> },
        {
          label: "编辑",
          needs: editApiClient,
          ask: (c, onClose) => <EditApiClientDialog client={c} onClose={onClose} />,
        },
        {
          label: "轮换密钥",
          needs: rotateApiClient,
          when: ({ status }) => apiClientStates.can(status, "rotate"),
          ask: (c, onClose) => <RotateDialog client={c} onClose={onClose} />,
        },
        {
          label: "调用日志",
          needs: listApiClientCalls,
          ask: (c, onClose) => <CallLogDrawer client={c} onClose={onClose} />,
        },
        ...clientMoves,
      ]}
      empty="还没有接口账号，点击「新增」为对接系统开通"
    >
      {creating.value && <CreateApiClientDialog onClose={creating.close} />}
    </ListPage>
  );
}
