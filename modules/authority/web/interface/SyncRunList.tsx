import { getSyncRun, type InterfaceSyncRun, listSyncRuns, syncInterfaces } from "@ops/authority/contract";
import { columnsOf, DotText, ListPage, useCall, useDialog } from "@ops/platform/web";
import { SyncRunDrawer } from "./SyncRunDrawer.tsx";

export function SyncRunList() {
  const shown = useDialog<string>();
  const sync = useCall(syncInterfaces, {
    done: "同步完成",
    onDone: ({ id }) => shown.open(id),
  });
  const open = ({ id }: InterfaceSyncRun) => shown.open(id);
  return (
    <ListPage
      title="同步记录"
      memory="?tab=sync"
      endpoint={listSyncRuns}
      columns={columnsOf(listSyncRuns, {
        startedAt: true,
        appVersion: 100,
        kind: 100,
        startedByName: 110,
        added: true,
        changed: true,
        removed: true,
        returned: true,
        newPublic: {
          width: 120,
          as: ({ newPublic }) => (newPublic > 0 ? <DotText tone="bad" text={`${newPublic} 个，请确认`} /> : "-"),
        },
        status: 90,
      })}
      tools={[{ label: "立即同步", needs: syncInterfaces, primary: true, run: () => sync.call({}) }]}
      rowActions={[{ label: "查看差异", needs: getSyncRun, run: open }]}
      empty="还没有同步记录，点击「立即同步」"
    >
      {shown.value && <SyncRunDrawer id={shown.value} onClose={shown.close} />}
    </ListPage>
  );
}
