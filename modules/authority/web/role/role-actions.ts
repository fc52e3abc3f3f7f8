import { deleteRole, type Role, roleActs } from "@ops/authority/contract";
import { actionsOf, removeAction } from "@ops/platform/web";

export const roleMoves = actionsOf(roleActs, {});

export const removeRole = removeAction({
  endpoint: deleteRole,
  question: ({ name }: Role) => `确认删除角色「${name}」？`,
  when: ({ builtIn, memberCount }) => !builtIn && memberCount === 0,
});
