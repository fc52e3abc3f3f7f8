import { listExplainTargets, listRoles } from "@ops/authority/contract";
import { PageTabs, partsOf } from "@ops/platform/web";
import RoleListPage from "./RoleListPage.tsx";

const ExplainPanel = partsOf(() => import("../explain/ExplainPanel.tsx")).standing("ExplainPanel");

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
