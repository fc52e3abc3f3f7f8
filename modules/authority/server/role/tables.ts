import { listRoles, organizationType, type RoleDraft, roleStates } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";
import { dataScopes, organizationTypes } from "../dictionaries.ts";
import { requireRole } from "./visible.ts";

export const roles = table("role", {
  entity: "角色",
  scope: { unscoped: "seen by those who may grant it or in whose scope it was made: visible.ts" },
  read: listRoles.permission,
  readable: (tx, id): Promise<unknown> => requireRole(tx, id),
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
    excludedInterfaces: "排除接口",
    fieldRules: "字段权限",
    grantableRoleIds: "可授予角色",
    exclusiveOrgTypes: "适用组织类型",
    partnerKinds: "可授予伙伴",
    maxDays: "最长授予天数",
    ownerUserId: "角色负责人",
    status: "状态",
  },
  words: {
    dataScope: Object.fromEntries(dataScopes.entries),
    exclusiveOrgTypes: Object.fromEntries(organizationTypes.entries),
    status: roleStates.states,
  },
});
export type RoleRow = RowOf<typeof roles>;

/** The part of a role that a save sets and a version keeps. */
export function draftOf(role: RoleRow): RoleDraft {
  const { name, category, description, dataScope, maxDays, ownerUserId } = role;
  return {
    name,
    category,
    description,
    dataScope,
    maxDays,
    ownerUserId,
    menuKeys: [...role.menuKeys],
    permissionCodes: [...role.permissionCodes],
    scopeOverrides: { ...role.scopeOverrides },
    customOrgs: role.customOrgs.map(({ orgId, withChildren }) => ({ orgId, withChildren })),
    excludedInterfaces: [...role.excludedInterfaces],
    fieldRules: { ...role.fieldRules },
    grantableRoleIds: [...role.grantableRoleIds],
    partnerKinds: [...role.partnerKinds],
    exclusiveOrgTypes: role.exclusiveOrgTypes.flatMap((type) => organizationType.safeParse(type).data ?? []),
  };
}
