import { listAuditLogs, listInterfaces, listSyncRuns } from "@ops/authority/contract";
import { PageTabs } from "@ops/platform/web";
import { AuditLogList } from "../audit/AuditLogList.tsx";
import { InterfaceList } from "./InterfaceList.tsx";
import { SyncRunList } from "./SyncRunList.tsx";

export default function InterfacePage() {
  return (
    <PageTabs
      title="接口权限"
      tabs={[
        { key: "catalogue", title: "接口目录", needs: listInterfaces, content: () => <InterfaceList /> },
        { key: "sync", title: "同步记录", needs: listSyncRuns, content: () => <SyncRunList /> },
        { key: "logs", title: "操作日志", needs: listAuditLogs, content: () => <AuditLogList /> },
      ]}
    />
  );
}
