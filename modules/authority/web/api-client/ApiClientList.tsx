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
import { actionsOf, columnsOf, ListPage, useDialog, useOpened } from "@ops/platform/web";
import { ClientState } from "../interface/ClientState.tsx";
import { ApiClientDrawer } from "./ApiClientDrawer.tsx";
import { ApiClientForm } from "./ApiClientForm.tsx";
import { CallLogDrawer } from "./CallLogDrawer.tsx";
import { RotateDialog } from "./RotateDialog.tsx";

const clientMoves = actionsOf(apiClientActs, {});

export function ApiClientList() {
  const creating = useDialog<true>();
  const { open, drawer } = useOpened("client");

  return (
    <ListPage
      title="接口账号"
      memory="?tab=clients"
      endpoint={listApiClients}
      filters={["keyword", "status"]}
      columns={columnsOf(listApiClients, {
        name: 150,
        ak: { width: 185, as: (c) => <code>{c.ak}</code> },
        status: { width: 130, as: (c) => <ClientState client={c} /> },
        ownerOrgName: 150,
        ownerUserName: 90,
        actAsUserName: 95,
        interfaceIds: { width: 70, align: "right", as: (c) => c.interfaceIds.length },
        ipAllow: (c) => c.ipAllow.join("、") || "不限",
        ratePerMin: true,
        validUntil: (c) => c.validUntil ?? "长期",
        lastUsedAt: true,
        createdAt: { hidden: true },
      })}
      tools={[{ label: "新增", needs: createApiClient, primary: true, run: () => creating.open(true) }]}
      rowActions={[
        { label: "详情", needs: getApiClient, run: ({ id }) => open(id) },
        {
          label: "编辑",
          needs: editApiClient,
          ask: (c, onClose) => <ApiClientForm client={c} onClose={onClose} />,
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
      {creating.value && <ApiClientForm client={null} onClose={creating.close} />}
      {drawer && <ApiClientDrawer {...drawer} />}
    </ListPage>
  );
}
