import {
  editRole,
  getRole,
  isSame,
  type RoleDetail,
  type RoleDraft,
  roleDiff,
  roleStates,
} from "@ops/authority/contract";
import {
  confirmDiscard,
  DetailPage,
  LogsView,
  partsOf,
  queryClient,
  queryKeyOf,
  StateTag,
  useDialog,
  useMay,
  usePage,
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

/** A draft and the role it began with: what others save meanwhile is a conflict, not a new start. */
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

export default function RoleDetailPage() {
  const { data } = usePage();
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

  return (
    <DetailPage
      endpoint={getRole}
      params={{ id: data?.id ?? "" }}
      title={(role) => role.name}
      number={(role) => `${role.code} · V${role.version}`}
      state={(role) => (
        <>
          <StateTag machine={roleStates} state={role.status} />
          <span className="role-head-risk">
            风险 <RiskTag risk={role.risk} points={role.riskPoints} />
          </span>
          {editing && <span className="role-unsaved">有未保存的修改</span>}
        </>
      )}
      actions={[
        ...(editing ? [] : roleMoves),
        { label: "放弃修改", needs: editRole, when: () => editing !== null, run: discard },
        {
          label: "预览并保存",
          needs: editRole,
          primary: true,
          when: () => editing !== null,
          run: () => editing && saving.open(editing),
        },
      ]}
      cards={[]}
      tabs={[
        { title: "基本信息", content: (role) => <BasicTab {...tabOf(role)} /> },
        { title: "菜单与权限", content: (role) => <PermissionTab {...tabOf(role)} /> },
        { title: "数据范围", content: (role) => <ScopeTab {...tabOf(role)} /> },
        { title: "字段权限", content: (role) => <FieldTab {...tabOf(role)} /> },
        { title: "接口", content: (role) => <InterfaceTab {...tabOf(role)} /> },
        { title: "成员", content: (role) => <MembersTab role={role} /> },
        {
          title: "版本",
          content: (role) => <VersionsTab role={role} catalogue={catalogue} dirty={editing !== null} />,
        },
        { title: "操作日志", content: ({ id }) => <LogsView bizType="role" bizId={id} /> },
      ]}
    >
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
}
