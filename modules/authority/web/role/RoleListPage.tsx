import {
  checkRoleImport,
  copyRole,
  createRole,
  deleteRole,
  disableRole,
  enableRole,
  exportRoles,
  getRole,
  getRoleMatrix,
  listRoles,
  type Role,
  riskNames,
  roleSheet,
  roleStates,
} from "@ops/authority/contract";
import {
  addressOfPage,
  DictText,
  feedback,
  ListPage,
  StateTag,
  selectFilter,
  showDay,
  stateFilter,
  textFilter,
  useCall,
  useDialog,
} from "@ops/platform/web";
import { CompareRolesDialog } from "./CompareRolesDialog.tsx";
import { CopyRoleDialog } from "./CopyRoleDialog.tsx";
import { CreateRoleDialog } from "./CreateRoleDialog.tsx";
import { ImportRolesDialog } from "./ImportRolesDialog.tsx";
import { RiskTag } from "./RiskTag.tsx";
import { RoleMatrixDrawer } from "./RoleMatrixDrawer.tsx";
import { RoleReasonDialog } from "./RoleReasonDialog.tsx";
import { saveRoleFile } from "./save-role-file.ts";

const risks = Object.entries(riskNames).map(([value, label]) => ({ value, label }));
const can =
  (move: "disable" | "enable") =>
  ({ status }: Role) =>
    roleStates.can(status, move);

export default function RoleListPage() {
  const creating = useDialog<true>();
  const copying = useDialog<Role>();
  const comparing = useDialog<readonly [Role, Role]>();
  const disabling = useDialog<Role>();
  const enabling = useDialog<Role>();
  const viewing = useDialog<true>();
  const importing = useDialog<true>();
  const exporting = useCall(exportRoles, { done: "导出成功！", onDone: saveRoleFile });
  const removing = useCall(deleteRole, { done: "删除成功！", refreshes: [listRoles] });

  return (
    <ListPage
      title="角色管理"
      endpoint={listRoles}
      filters={[
        textFilter("keyword", "名称/编码", "角色名称 / 编码"),
        textFilter("category", "分类"),
        selectFilter("risk", "风险", risks),
        textFilter("permissionCode", "含权限点", "如 authority:user:edit"),
        stateFilter("status", "状态", roleStates),
      ]}
      columns={[
        { title: "名称", show: "name", width: 110 },
        { title: "编码", show: "code", width: 135 },
        { title: "分类", show: "category", width: 70 },
        {
          title: "数据范围",
          show: "dataScope",
          width: 105,
          as: (r) => <DictText code="data_scope" value={r.dataScope} />,
        },
        { title: "权限点数", show: "codeCount", width: 80, align: "right" },
        { title: "人数", show: "memberCount", width: 60, align: "right" },
        {
          title: "风险",
          show: "riskPoints",
          width: 70,
          as: (r) => <RiskTag risk={r.risk} points={r.riskPoints} />,
        },
        {
          title: "闲置权限",
          show: "idleCount",
          width: 80,
          align: "right",
          as: ({ idleCount }) => (idleCount === null ? "-" : idleCount),
        },
        { title: "负责人", show: "ownerName", width: 95 },
        { title: "状态", show: "status", width: 75, as: (r) => <StateTag machine={roleStates} state={r.status} /> },
        { title: "版本", show: "version", width: 55, align: "right", as: (r) => `V${r.version}` },
        { title: "更新时间", show: "updatedAt", width: 95, as: (r) => showDay(r.updatedAt) },
      ]}
      tools={[
        { label: "矩阵", needs: getRoleMatrix, run: () => viewing.open(true) },
        { label: "导入", needs: checkRoleImport, run: () => importing.open(true) },
        { label: "新增", needs: createRole, primary: true, run: () => creating.open(true) },
      ]}
      exports={roleSheet}
      batchActions={[
        { label: "对比", needs: getRole, run: (rows) => openPair(rows, comparing.open) },
        {
          label: "导出JSON",
          needs: exportRoles,
          run: (rows) => exporting.call({ body: { ids: rows.map(({ id }) => id) } }),
        },
      ]}
      rowActions={[
        { label: "复制", needs: copyRole, run: copying.open },
        { label: "停用", needs: disableRole, when: can("disable"), danger: true, run: disabling.open },
        { label: "启用", needs: enableRole, when: can("enable"), run: enabling.open },
        {
          label: "删除",
          needs: deleteRole,
          danger: true,
          when: (r) => !r.builtIn && r.memberCount === 0,
          confirm: (r) => `确认删除角色「${r.name}」？`,
          run: ({ id, version }) => removing.call({ params: { id }, query: { version } }),
        },
      ]}
      addressOf={({ id }) => addressOfPage("/AuthorityManagement/RoleManagementDetail/{data}", { id, mode: "view" })}
      empty="还没有角色，点击「新增」建立第一个"
    >
      {viewing.value && <RoleMatrixDrawer onClose={viewing.close} />}
      {importing.value && <ImportRolesDialog onClose={importing.close} />}
      {creating.value && <CreateRoleDialog onClose={creating.close} />}
      {copying.value && <CopyRoleDialog role={copying.value} onClose={copying.close} />}
      {comparing.value && <CompareRolesDialog pair={comparing.value} onClose={comparing.close} />}
      {disabling.value && <RoleReasonDialog move="disable" role={disabling.value} onClose={disabling.close} />}
      {enabling.value && <RoleReasonDialog move="enable" role={enabling.value} onClose={enabling.close} />}
    </ListPage>
  );
}

function openPair(rows: readonly Role[], open: (pair: readonly [Role, Role]) => void): void {
  const [a, b, ...more] = rows;
  if (a && b && more.length === 0) open([a, b]);
  else feedback.message.info("请选择两个角色进行对比");
}
