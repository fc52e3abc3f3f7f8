import {
  editInterface,
  getInterface,
  type Interface,
  interfaceStates,
  listInterfaces,
  listSyncRuns,
  syncInterfaces,
} from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import {
  addressOfPage,
  flagFilter,
  goTo,
  ListPage,
  selectFilter,
  showTime,
  showValue,
  stateFilter,
  textFilter,
  useCall,
  useDialog,
} from "@ops/platform/web";
import { EditInterfaceDialog } from "./EditInterfaceDialog.tsx";
import { interfaceMoves } from "./interface-moves.ts";
import { CodeText, InterfaceState, MethodPath } from "./interface-texts.tsx";
import { SyncRunDrawer } from "./SyncRunDrawer.tsx";

const methods = ["GET", "POST", "PUT", "DELETE"].map((value) => ({ value, label: value }));
const addressOf = ({ id }: Interface) =>
  addressOfPage("/AuthorityManagement/InterfaceAuthority/{data}", { id, mode: "view" });

export function InterfaceList() {
  const synced = useDialog<string>();
  const sync = useCall(syncInterfaces, {
    done: "同步完成",
    refreshes: [listInterfaces, listSyncRuns],
    onDone: ({ id }) => synced.open(id),
  });

  return (
    <ListPage
      title="接口目录"
      memory="?tab=catalogue"
      endpoint={listInterfaces}
      filters={[
        textFilter("keyword", "路径/名称", "路径或名称的一部分"),
        selectFilter("method", "方法", methods),
        stateFilter("status", "状态", interfaceStates),
        textFilter("service", "服务", "如 user、common"),
        textFilter("permissionCode", "权限点", "完整的权限编码，或 PUBLIC / SESSION"),
        flagFilter("sensitive", "敏感"),
        flagFilter("idle", "闲置"),
      ]}
      columns={[
        { title: "接口", show: "path", width: 280, as: (one) => <MethodPath {...one} /> },
        { title: "名称", show: "name", width: 130 },
        { title: "权限点", show: "permissionCode", width: 175, as: (one) => <CodeText code={one.permissionCode} /> },
        { title: "状态", show: "status", width: 112, as: (one) => <InterfaceState {...one} /> },
        { title: "授权角色", show: "roleCount", width: 76, align: "right" },
        { title: "接口账号", show: "clientCount", width: 76, align: "right" },
        { title: "近7天调用", show: "calls7d", width: 90, align: "right" },
        {
          title: "错误率",
          show: "errors7d",
          width: 72,
          align: "right",
          as: ({ errors7d, calls7d }) => percentage(errors7d, calls7d),
        },
        { title: "P95(ms)", show: "p95Ms", width: 76, align: "right" },
        { title: "最近调用", show: "lastCalledAt", width: 155, as: (one) => showTime(one.lastCalledAt) },
        { title: "服务", show: "service", width: 90, hidden: true },
        { title: "每分钟上限", show: "ratePerMin", width: 100, align: "right", hidden: true },
        { title: "首次出现", show: "firstSeenAt", width: 155, hidden: true, as: (one) => showValue(one.firstSeenAt) },
      ]}
      tools={[
        { label: "接口文档", run: () => window.open("/api-docs", "_blank", "noopener") },
        { label: "立即同步", needs: syncInterfaces, primary: true, run: () => sync.call({}) },
      ]}
      rowActions={[
        { label: "详情", needs: getInterface, run: (one) => goTo(addressOf(one)) },
        {
          label: "设置",
          needs: editInterface,
          when: ({ status }) => status !== "REMOVED",
          ask: (one, onClose) => <EditInterfaceDialog one={one} onClose={onClose} />,
        },
        ...interfaceMoves,
      ]}
      addressOf={addressOf}
    >
      {synced.value && <SyncRunDrawer id={synced.value} onClose={synced.close} />}
    </ListPage>
  );
}
