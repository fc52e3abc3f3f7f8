import { listExplainTargets, listRoles } from "@ops/authority/contract";
import { PageTabs } from "@ops/platform/web";
import { ExplainPanel } from "../explain/ExplainPanel.tsx";
import RoleListPage from "./RoleListPage.tsx";

export default function RoleManagementPage() {
  return (
    <PageTabs
      title="角色管理"
      tabs={[
        { key: "roles", title: "角色", needs: listRoles, content: () => <RoleListPage /> },
        { key: "explain", title: "权限解释", needs: listExplainTargets, content: () => <ExplainPanel /> },
      ]}
    />
  );
}
