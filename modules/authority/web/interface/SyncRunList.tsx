import {
  getSyncRun,
  type InterfaceSyncRun,
  listSyncRuns,
  syncInterfaces,
  syncKinds,
  syncStates,
} from "@ops/authority/contract";
import { DotText, ListPage, showTime, useCall, useDialog } from "@ops/platform/web";
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
      columns={[
        { title: "开始时间", show: "startedAt", width: 170, as: (run) => showTime(run.startedAt) },
        { title: "应用版本", show: "appVersion", width: 100 },
        { title: "方式", show: "kind", width: 100, as: (run) => syncKinds[run.kind] },
        { title: "操作人", show: "startedByName", width: 110 },
        { title: "新增", show: "added", width: 80, align: "right" },
        { title: "变更", show: "changed", width: 80, align: "right" },
        { title: "下线", show: "removed", width: 80, align: "right" },
        { title: "恢复", show: "returned", width: 80, align: "right" },
        {
          title: "新增公开接口",
          show: "newPublic",
          width: 120,
          as: ({ newPublic }) => (newPublic > 0 ? <DotText tone="bad" text={`${newPublic} 个，请确认`} /> : "-"),
        },
        {
          title: "结果",
          show: "status",
          width: 90,
          as: ({ status }) => <DotText tone={status === "DONE" ? "good" : "bad"} text={syncStates[status]} />,
        },
      ]}
      tools={[{ label: "立即同步", needs: syncInterfaces, primary: true, run: () => sync.call({}) }]}
      rowActions={[{ label: "查看差异", needs: getSyncRun, run: open }]}
      empty="还没有同步记录，点击「立即同步」"
    >
      {shown.value && <SyncRunDrawer id={shown.value} onClose={shown.close} />}
    </ListPage>
  );
}
