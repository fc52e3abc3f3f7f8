import {
  editInterface,
  getInterface,
  type Interface,
  InterfacePage,
  interfaceSheet,
  listInterfaces,
  syncInterfaces,
} from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import { columnsOf, goTo, ListPage, useCall, useDialog } from "@ops/platform/web";
import { EditInterfaceDialog } from "./EditInterfaceDialog.tsx";
import { interfaceMoves } from "./interface-moves.ts";
import { CodeText, InterfaceState, MethodPath } from "./interface-texts.tsx";
import { SyncRunDrawer } from "./SyncRunDrawer.tsx";

const addressOf = ({ id }: Interface) => InterfacePage.addressOf({ mode: "view", id });

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
      columns={columnsOf(listInterfaces, {
        path: { width: 280, as: (one) => <MethodPath {...one} /> },
        name: 130,
        permissionCode: { width: 175, as: (one) => <CodeText code={one.permissionCode} /> },
        status: { width: 112, as: (one) => <InterfaceState {...one} /> },
        roleCount: 76,
        clientCount: 76,
        calls7d: true,
        errors7d: { width: 72, as: (one) => percentage(one.errors7d, one.calls7d) },
        p95Ms: 76,
        lastCalledAt: true,
        service: { width: 90, hidden: true },
        ratePerMin: { width: 100, hidden: true },
        firstSeenAt: { hidden: true },
      })}
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
