import {
  checkRoleImport,
  copyRole,
  createRole,
  editRole,
  exportRoles,
  getRole,
  getRoleMatrix,
  listRoles,
  type Role,
  roleSheet,
} from "@ops/authority/contract";
import { goTo, ListPage, useCall, useDialog } from "@ops/platform/web";
import { addressOfRole } from "./address-of-role.ts";
import {
  CompareRolesDialog,
  CopyRoleDialog,
  CreateRoleDialog,
  ImportRolesDialog,
  RoleMatrixDrawer,
} from "./lazy-dialogs.ts";
import { removeRole, roleMoves } from "./role-actions.ts";
import { roleColumns } from "./role-columns.tsx";
import { saveRoleFile } from "./transfer/save-role-file.ts";

export default function RoleListPage() {
  const creating = useDialog<true>();
  const comparing = useDialog<readonly [Role, Role]>();
  const viewing = useDialog<true>();
  const importing = useDialog<true>();
  const exporting = useCall(exportRoles, { done: "导出成功！", onDone: saveRoleFile });

  return (
    <ListPage
      title="角色管理"
      endpoint={listRoles}
      filters={["keyword", "category", "risk", "permissionCode", "status", "isHigh"]}
      columns={roleColumns}
      tools={[
        { label: "矩阵", needs: getRoleMatrix, run: () => viewing.open(true) },
        { label: "导入", needs: checkRoleImport, run: () => importing.open(true) },
        { label: "新增", needs: createRole, primary: true, run: () => creating.open(true) },
      ]}
      exports={roleSheet}
      batchActions={[
        {
          label: "对比",
          needs: getRole,
          refuse: (rows) => (rows.length === 2 ? null : "请选择两个角色进行对比"),
          run: ([a, b]) => a && b && comparing.open([a, b]),
        },
        {
          label: "导出JSON",
          needs: exportRoles,
          run: (rows) => exporting.call({ body: { ids: rows.map(({ id }) => id) } }),
        },
      ]}
      rowActions={[
        { label: "编辑", needs: editRole, run: ({ id }) => goTo(addressOfRole(id)) },
        {
          label: "复制",
          needs: copyRole,
          ask: (role, onClose) => <CopyRoleDialog role={role} onClose={onClose} />,
        },
        ...roleMoves,
        removeRole,
      ]}
      addressOf={({ id }) => addressOfRole(id)}
      empty="还没有角色，点击「新增」建立第一个"
    >
      {viewing.value && <RoleMatrixDrawer onClose={viewing.close} />}
      {importing.value && <ImportRolesDialog onClose={importing.close} />}
      {creating.value && <CreateRoleDialog onClose={creating.close} />}
      {comparing.value && <CompareRolesDialog pair={comparing.value} onClose={comparing.close} />}
    </ListPage>
  );
}
