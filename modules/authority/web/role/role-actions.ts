import { deleteRole, disableRole, enableRole, type Role, roleStates } from "@ops/authority/contract";
import { moveAction, removeAction } from "@ops/platform/web";

type Named = Pick<Role, "id" | "name" | "version" | "status" | "memberCount">;
const shared = { machine: roleStates, nameOf: ({ name }: Named) => name };

export const roleMoves = [
  moveAction({
    ...shared,
    move: "disable",
    endpoint: disableRole,
    consequence: ({ memberCount }) => `停用后，持有该角色的 ${memberCount} 人立即失去该角色的权限。`,
    danger: true,
  }),
  moveAction({
    ...shared,
    move: "enable",
    endpoint: enableRole,
    consequence: ({ memberCount }) => `启用后，持有该角色的 ${memberCount} 人立即恢复该角色的权限。`,
  }),
];

export const removeRole = removeAction({
  endpoint: deleteRole,
  question: ({ name }: Role) => `确认删除角色「${name}」？`,
  when: ({ builtIn, memberCount }) => !builtIn && memberCount === 0,
});
