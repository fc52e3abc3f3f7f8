import { organizationType, type RoleDraft } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

export const roles = table("role", {
  entity: "角色",
  scope: { unscoped: "seen by those who may grant it or in whose scope it was made: visible.ts" },
  softDelete: true,
  number: "code",
  json: ["scopeOverrides", "customOrgs", "fieldRules"],
  labels: {
    code: "角色编码",
    name: "角色名称",
    category: "分类",
    description: "描述",
    menuKeys: "菜单",
    permissionCodes: "权限点",
    dataScope: "数据范围",
    scopeOverrides: "权限级数据范围",
    customOrgs: "自定义组织",
    grantableRoleIds: "可授予角色",
    exclusiveOrgTypes: "适用组织类型",
    maxDays: "最长授予天数",
    ownerUserId: "角色负责人",
    status: "状态",
  },
});
export type RoleRow = RowOf<typeof roles>;

/** The part of a role that a save sets and a version keeps. */
export function draftOf(role: RoleRow): RoleDraft {
  const { name, category, description, dataScope, maxDays, ownerUserId } = role;
  return {
    ...{ name, category, description, dataScope, maxDays, ownerUserId },
    menuKeys: [...role.menuKeys],
    permissionCodes: [...role.permissionCodes],
    scopeOverrides: { ...role.scopeOverrides },
    customOrgs: role.customOrgs.map(({ orgId, withChildren }) => ({ orgId, withChildren })),
    grantableRoleIds: [...role.grantableRoleIds],
    exclusiveOrgTypes: role.exclusiveOrgTypes.flatMap((type) => organizationType.safeParse(type).data ?? []),
  };
}
