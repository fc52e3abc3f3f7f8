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
import { ListPage, ReasonDialog, showTime, stateFilter, textFilter, useDialog } from "@ops/platform/web";
import { ApiClientDrawer } from "./ApiClientDrawer.tsx";
import { CallLogDrawer } from "./CallLogDrawer.tsx";
import { ClientState } from "./ClientState.tsx";
import { CreateApiClientDialog } from "./CreateApiClientDialog.tsx";
import { EditApiClientDialog } from "./EditApiClientDialog.tsx";
import { RotateDialog } from "./RotateDialog.tsx";

const can =
  (move: "rotate" | "disable" | "enable") =>
  ({ status }: ApiClient) =>
    apiClientStates.can(status, move);

export function ApiClientList() {
  const creating = useDialog<true>();
  const viewing = useDialog<ApiClient>();
  const editing = useDialog<ApiClient>();
  const rotating = useDialog<ApiClient>();
  const switching = useDialog<{ client: ApiClient; move: "disable" | "enable" }>();
  const logging = useDialog<ApiClient>();

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
        { label: "详情", needs: getApiClient, run: viewing.open },
        { label: "编辑", needs: editApiClient, run: editing.open },
        { label: "轮换密钥", needs: rotateApiClient, when: can("rotate"), run: rotating.open },
        { label: "调用日志", needs: listApiClientCalls, run: logging.open },
        {
          label: "停用",
          needs: disableApiClient,
          danger: true,
          when: can("disable"),
          run: (client) => switching.open({ client, move: "disable" }),
        },
        {
          label: "启用",
          needs: enableApiClient,
          when: can("enable"),
          run: (client) => switching.open({ client, move: "enable" }),
        },
      ]}
      empty="还没有接口账号，点击「新增」为对接系统开通"
    >
      {creating.value && <CreateApiClientDialog onClose={creating.close} />}
      {viewing.value && <ApiClientDrawer id={viewing.value.id} onClose={viewing.close} />}
      {editing.value && <EditApiClientDialog client={editing.value} onClose={editing.close} />}
      {rotating.value && <RotateDialog client={rotating.value} onClose={rotating.close} />}
      {switching.value && <SwitchDialog {...switching.value} onClose={switching.close} />}
      {logging.value && <CallLogDrawer client={logging.value} onClose={logging.close} />}
    </ListPage>
  );
}

interface SwitchProps {
  readonly client: ApiClient;
  readonly move: "disable" | "enable";
  readonly onClose: () => void;
}

function SwitchDialog({ client, move, onClose }: SwitchProps) {
  const isOff = move === "disable";
  const word = isOff ? "停用" : "启用";
  return (
    <ReasonDialog
      title={`${word}接口账号 · ${client.name}`}
      endpoint={isOff ? disableApiClient : enableApiClient}
      params={{ id: client.id }}
      version={client.version}
      consequence={isOff ? "停用后该系统的调用会立即被拒绝。" : "启用后原有密钥恢复可用。"}
      danger={isOff}
      okText={word}
      done={`${word}成功！`}
      refreshes={[listApiClients, getApiClient]}
      onClose={onClose}
    />
  );
}
