import { actsOf } from "@ops/platform/contract";
import { Role, RoleDetail, roleFrame } from "./calls.ts";
import { roleStates } from "./states.ts";

export const roleActs = actsOf(
  roleStates,
  { path: roleFrame.path, answer: RoleDetail, row: Role, number: "name" },
  {
    disable: {
      permission: roleFrame.edit,
      audit: "停用角色",
      reason: true,
      danger: true,
      consequence: ({ memberCount }) => `停用后，持有该角色的 ${memberCount} 人立即失去该角色的权限。`,
    },
    enable: {
      permission: roleFrame.edit,
      audit: "启用角色",
      reason: true,
      consequence: ({ memberCount }) => `启用后，持有该角色的 ${memberCount} 人立即恢复该角色的权限。`,
    },
  },
);
export const { disable: disableRole, enable: enableRole } = roleActs.endpoints;
