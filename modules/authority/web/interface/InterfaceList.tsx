import {
  editInterface,
  getInterface,
  type Interface,
  interfaceSheet,
  listInterfaces,
  syncInterfaces,
} from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import { addressOfPage, goTo, ListPage, useCall, useDialog } from "@ops/platform/web";
import { EditInterfaceDialog } from "./EditInterfaceDialog.tsx";
import { interfaceMoves } from "./interface-moves.ts";
import { CodeText, InterfaceState, MethodPath } from "./interface-texts.tsx";
import { SyncRunDrawer } from "./SyncRunDrawer.tsx";

const addressOf = ({ id }: Interface) =>
  addressOfPage("/AuthorityManagement/InterfaceAuthority/{data}", { id, mode: "view" });

export function InterfaceList() {
  const synced = useDialog<string>();
  const sync = useCall(syncInterfaces, {
    done: "同步完成",
    onDone: ({ id }) => synced.open(id),
  });

  return (
    <ListPage
      title="接口目录"
      memory="?tab=catalogue"
      endpoint={listInterfaces}
      filters={["keyword", "method", "status", "service", "permissionCode", "sensitive", "idle"]}
      columns={[
        { show: "path", width: 280, as: (one) => <MethodPath {...one} /> },
        { show: "name", width: 130 },
        { show: "permissionCode", width: 175, as: (one) => <CodeText code={one.permissionCode} /> },
        { show: "status", width: 112, as: (one) => <InterfaceState {...one} /> },
        { show: "roleCount", width: 76, align: "right" },
        { show: "clientCount", width: 76, align: "right" },
        { show: "calls7d", width: 90, align: "right" },
        { show: "errors7d", width: 72, align: "right", as: (one) => percentage(one.errors7d, one.calls7d) },
        { show: "p95Ms", width: 76, align: "right" },
        { show: "lastCalledAt", width: 155 },
        { show: "service", width: 90, hidden: true },
        { title: "每分钟上限", show: "ratePerMin", width: 100, align: "right", hidden: true },
        { show: "firstSeenAt", width: 155, hidden: true },
      ]}
      tools={[
        { label: "接口文档", run: () => window.open("/api-docs", "_blank", "noopener") },
        { label: "立即同步", needs: syncInterfaces, primary: true, run: () => sync.call({}) },
      ]}
      exports={interfaceSheet}
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
