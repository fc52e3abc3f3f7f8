import { disableRole, enableRole, getRole, listRoles, type Role } from "@ops/authority/contract";
import { ReasonDialog } from "@ops/platform/web";

interface Props {
  readonly move: "disable" | "enable";
  readonly role: Pick<Role, "id" | "name" | "version" | "memberCount">;
  readonly onClose: () => void;
}

const moves = {
  disable: { word: "停用", endpoint: disableRole },
  enable: { word: "启用", endpoint: enableRole },
};

export function RoleReasonDialog({ move, role, onClose }: Props) {
  const { word, endpoint } = moves[move];
  const effect = move === "disable" ? "立即失去该角色的权限" : "立即恢复该角色的权限";
  return (
    <ReasonDialog
      title={`${word}角色 · ${role.name}`}
      endpoint={endpoint}
      params={{ id: role.id }}
      version={role.version}
      consequence={`${word}后，持有该角色的 ${role.memberCount} 人${effect}。`}
      danger={move === "disable"}
      okText={word}
      done={`${word}成功！`}
      refreshes={[listRoles, getRole]}
      onClose={onClose}
    />
  );
}
