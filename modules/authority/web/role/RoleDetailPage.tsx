import {
  editRole,
  getRole,
  isSame,
  type RoleDetail,
  type RoleDraft,
  RolePage,
  roleDiff,
  roleStates,
} from "@ops/authority/contract";
import {
  confirmDiscard,
  DetailPage,
  pageOf,
  partsOf,
  queryClient,
  queryKeyOf,
  recordOf,
  useDialog,
  useMay,
  useUnsaved,
} from "@ops/platform/web";
import { useCallback, useState } from "react";
import { BasicTab } from "./BasicTab.tsx";
import { PreviewDialog } from "./lazy-dialogs.ts";
import { MembersTab } from "./member/MembersTab.tsx";
import { FieldTab } from "./permission/FieldTab.tsx";
import { InterfaceTab } from "./permission/InterfaceTab.tsx";
import { PermissionTab } from "./permission/PermissionTab.tsx";
import { RiskTag } from "./RiskTag.tsx";
import { roleMoves } from "./role-actions.ts";
import { useCatalogue } from "./use-catalogue.ts";
import { RoleConflict } from "./version/RoleConflict.tsx";

const ScopeTab = partsOf(() => import("./scope/ScopeTab.tsx")).standing("ScopeTab");
const VersionsTab = partsOf(() => import("./version/VersionsTab.tsx")).standing("VersionsTab");

/**
 * A draft and the role from which it started. If somebody else saves meanwhile, this is a conflict and does not replace
 * the draft.
 */
interface Editing {
  readonly base: RoleDetail;
  readonly draft: RoleDraft;
}

interface Conflict {
  readonly base: RoleDetail;
  readonly mine: RoleDraft;
  readonly latest: RoleDetail;
  readonly message: string;
}

export default pageOf(RolePage, function RoleDetailPage({ data }) {
  const catalogue = useCatalogue();
  const mayEdit = useMay()(editRole);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const saving = useDialog<Editing>();
  useUnsaved(editing !== null);

  const tabOf = (role: RoleDetail) => ({
    role,
    catalogue,
    draft: editing?.draft ?? role.draft,
    readOnly: !mayEdit,
    onChange: (draft: RoleDraft) => {
      const base = editing?.base ?? role;
      setEditing(isSame(roleDiff(base.draft, draft)) ? null : { base, draft });
    },
  });
  const noteConflict = useCallback(
    (latest: RoleDetail, message: string) => {
      if (saving.value) setConflict({ base: saving.value.base, mine: saving.value.draft, latest, message });
    },
    [saving.value],
  );
  const resolve = (latest: RoleDetail, next: RoleDraft | null) => {
    setEditing(next && !isSame(roleDiff(latest.draft, next)) ? { base: latest, draft: next } : null);
    setConflict(null);
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(getRole) });
  };
  const discard = async () => {
    if (await confirmDiscard()) setEditing(null);
  };

  const role = recordOf({
    endpoint: getRole,
    entity: "角色",
    title: ({ name }) => name,
    number: ({ code, version }) => `${code} · V${version}`,
    machine: roleStates,
    tags: ({ risk, riskPoints }) => (
      <>
        <span className="role-head-risk">
          风险 <RiskTag risk={risk} points={riskPoints} />
        </span>
        {editing && <span className="role-unsaved">有未保存的修改</span>}
      </>
    ),
    actions: [
      {
        label: "预览并保存",
        needs: editRole,
        primary: true,
        when: () => editing !== null,
        run: () => editing && saving.open(editing),
      },
      { label: "放弃修改", needs: editRole, when: () => editing !== null, run: discard },
      ...(editing ? [] : roleMoves),
    ],
    overview: { title: "基本信息", isTab: true, content: (one) => <BasicTab {...tabOf(one)} /> },
    tabs: [
      { key: "permissions", title: "菜单与权限", content: (one) => <PermissionTab {...tabOf(one)} /> },
      { key: "scope", title: "数据范围", content: (one) => <ScopeTab {...tabOf(one)} /> },
      { key: "fields", title: "字段权限", content: (one) => <FieldTab {...tabOf(one)} /> },
      { key: "interfaces", title: "接口", content: (one) => <InterfaceTab {...tabOf(one)} /> },
      { key: "members", title: "成员", content: (one) => <MembersTab role={one} /> },
      {
        key: "versions",
        title: "版本",
        content: (one) => <VersionsTab role={one} catalogue={catalogue} dirty={editing !== null} />,
      },
    ],
  });

  return (
    <DetailPage id={data.id} of={role}>
      {saving.value && (
        <PreviewDialog
          role={saving.value.base}
          catalogue={catalogue}
          change={{ draft: saving.value.draft }}
          onSaved={() => setEditing(null)}
          onConflict={noteConflict}
          onClose={saving.close}
        />
      )}
      {conflict && (
        <RoleConflict {...conflict} catalogue={catalogue} onResolve={(next) => resolve(conflict.latest, next)} />
      )}
    </DetailPage>
  );
});
