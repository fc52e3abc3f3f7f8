import { disableOrganization, enableOrganization, type Organization } from "@ops/authority/contract";
import { ReasonDialog } from "@ops/platform/web";
import { CreateOrganizationDialog } from "./CreateOrganizationDialog.tsx";
import { EditOrganizationDialog } from "./EditOrganizationDialog.tsx";
import { type OrganizationDialogs as Dialogs, staleAfterChange } from "./organization-actions.ts";

interface Props {
  readonly dialogs: Dialogs;
  readonly onCreated: (organization: Organization) => void;
}

export function OrganizationDialogs({ dialogs, onCreated }: Props) {
  const { creating, editing, disabling, enabling } = dialogs;
  return (
    <>
      {creating.value && (
        <CreateOrganizationDialog parent={creating.value} onCreated={onCreated} onClose={creating.close} />
      )}
      {editing.value && <EditOrganizationDialog organization={editing.value} onClose={editing.close} />}
      {disabling.value && <SwitchDialog to="disable" organization={disabling.value} onClose={disabling.close} />}
      {enabling.value && <SwitchDialog to="enable" organization={enabling.value} onClose={enabling.close} />}
    </>
  );
}

const moves = {
  disable: { word: "停用", endpoint: disableOrganization, consequence: "停用后不能在该组织下新增人员和下级组织。" },
  enable: { word: "启用", endpoint: enableOrganization, consequence: "启用后恢复停用前的状态。" },
};

interface SwitchProps {
  readonly to: "disable" | "enable";
  readonly organization: Organization;
  readonly onClose: () => void;
}

function SwitchDialog({ to, organization, onClose }: SwitchProps) {
  const { word, endpoint, consequence } = moves[to];
  return (
    <ReasonDialog
      title={`${word}组织 · ${organization.name}`}
      endpoint={endpoint}
      params={{ id: organization.id }}
      version={organization.version}
      consequence={consequence}
      danger={to === "disable"}
      okText={word}
      done={`${word}成功！`}
      refreshes={staleAfterChange}
      onClose={onClose}
    />
  );
}
