import {
  type ApiClient,
  apiClientStates,
  createApiClient,
  disableApiClient,
  editApiClient,
  enableApiClient,
  getApiClient,
  listApiClientCalls,
  listApiClients,
  rotateApiClient,
} from "@ops/authority/contract";
import { ListPage, moveAction, showTime, stateFilter, textFilter, useDialog } from "@ops/platform/web";
import { ApiClientDrawer } from "./ApiClientDrawer.tsx";
import { CallLogDrawer } from "./CallLogDrawer.tsx";
import { ClientState } from "./ClientState.tsx";
import { CreateApiClientDialog } from "./CreateApiClientDialog.tsx";
import { EditApiClientDialog } from "./EditApiClientDialog.tsx";
import { RotateDialog } from "./RotateDialog.tsx";

const shared = {
  machine: apiClientStates,
  nameOf: ({ name }: ApiClient) => name,
  refreshes: [listApiClients, getApiClient],
};
const clientMoves = [
  moveAction({
    ...shared,
    move: "disable",
    endpoint: disableApiClient,
    consequence: "停用后该系统的调用会立即被拒绝。",
    danger: true,
  }),
  moveAction({ ...shared, move: "enable", endpoint: enableApiClient, consequence: "启用后原有密钥恢复可用。" }),
];

export function ApiClientList() {
  const creating = useDialog<true>();

  return (
    <ListPage
      title="接口账号"
      memory="?tab=clients"
      endpoint={listApiClients}
      filters={[
        textFilter("keyword", "名称/AK", "名称的一部分，或完整的 AK"),
        stateFilter("status", "状态", apiClientStates),
      ]}
      columns={[
        { title: "名称", show: "name", width: 150 },
        { title: "AK", show: "ak", width: 185, as: (c) => <code>{c.ak}</code> },
        { title: "状态", show: "status", width: 130, as: (c) => <ClientState client={c} /> },
        { title: "归属组织", show: "ownerOrgName", width: 150 },
        { title: "负责人", show: "ownerUserName", width: 90 },
        { title: "代表用户", show: "actAsUserName", width: 95, as: (c) => c.actAsUserName ?? "-" },
        { title: "接口数", show: "interfaceIds", width: 70, align: "right", as: (c) => c.interfaceIds.length },
        { title: "IP白名单", show: "ipAllow", width: 150, as: (c) => c.ipAllow.join("、") || "不限" },
        { title: "频率(次/分)", show: "ratePerMin", width: 95, align: "right" },
        { title: "有效期至", show: "validUntil", width: 105, as: (c) => c.validUntil ?? "长期" },
        { title: "最近调用", show: "lastUsedAt", width: 155, as: (c) => showTime(c.lastUsedAt) },
        { title: "创建时间", show: "createdAt", width: 155, hidden: true, as: (c) => showTime(c.createdAt) },
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
