import {
  disableRole,
  editRole,
  enableRole,
  getRole,
  isSame,
  type RoleDetail,
  type RoleDraft,
  roleDiff,
  roleStates,
} from "@ops/authority/contract";
import { confirmDiscard, DetailPage, StateTag, useDialog, useMay, usePage, useUnsaved } from "@ops/platform/web";
import { useState } from "react";
import { BasicTab } from "./BasicTab.tsx";
import { MembersTab } from "./MembersTab.tsx";
import { PermissionTab } from "./PermissionTab.tsx";
import { PreviewDialog } from "./PreviewDialog.tsx";
import { RiskTag } from "./RiskTag.tsx";
import { RoleReasonDialog } from "./RoleReasonDialog.tsx";
import { ScopeTab } from "./ScopeTab.tsx";
import { useCatalogue } from "./use-catalogue.ts";
import { VersionsTab } from "./VersionsTab.tsx";

const can =
  (move: "disable" | "enable") =>
  ({ status }: RoleDetail) =>
    roleStates.can(status, move);

export default function RoleDetailPage() {
  const { data } = usePage();
  const catalogue = useCatalogue();
  const mayEdit = useMay()(editRole);
  const [draft, setDraft] = useState<RoleDraft | null>(null);
  const saving = useDialog<RoleDetail>();
  const disabling = useDialog<RoleDetail>();
  const enabling = useDialog<RoleDetail>();
  useUnsaved(draft !== null);

  const tabOf = (role: RoleDetail) => ({
    role,
    catalogue,
    draft: draft ?? role.draft,
    readOnly: !mayEdit,
    onChange: (next: RoleDraft) => setDraft(isSame(roleDiff(role.draft, next)) ? null : next),
  });
  const discard = async () => {
    if (await confirmDiscard()) setDraft(null);
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
          {draft && <span className="role-unsaved">有未保存的修改</span>}
        </>
      )}
      actions={[
        {
          label: "停用",
          needs: disableRole,
          danger: true,
          when: (r) => !draft && can("disable")(r),
          run: disabling.open,
        },
        { label: "启用", needs: enableRole, when: (r) => !draft && can("enable")(r), run: enabling.open },
        { label: "放弃修改", needs: editRole, when: () => draft !== null, run: discard },
        { label: "预览并保存", needs: editRole, primary: true, when: () => draft !== null, run: saving.open },
      ]}
      cards={[]}
      tabs={[
        { title: "基本信息", content: (role) => <BasicTab {...tabOf(role)} /> },
        { title: "菜单与权限", content: (role) => <PermissionTab {...tabOf(role)} /> },
        { title: "数据范围", content: (role) => <ScopeTab {...tabOf(role)} /> },
        { title: "成员", content: (role) => <MembersTab role={role} /> },
        { title: "版本", content: (role) => <VersionsTab role={role} catalogue={catalogue} dirty={draft !== null} /> },
      ]}
    >
      {saving.value && (
        <PreviewDialog
          role={saving.value}
          catalogue={catalogue}
          change={{ draft: draft ?? saving.value.draft }}
          onSaved={() => setDraft(null)}
          onClose={saving.close}
        />
      )}
      {disabling.value && <RoleReasonDialog move="disable" role={disabling.value} onClose={disabling.close} />}
      {enabling.value && <RoleReasonDialog move="enable" role={enabling.value} onClose={enabling.close} />}
    </DetailPage>
  );
}
