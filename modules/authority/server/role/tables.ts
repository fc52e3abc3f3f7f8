import { listRoles, type RoleDraft, RoleShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { dataScopes, organizationTypes } from "../dictionaries.ts";
import { requireRole } from "./visible.ts";

export const roles = tableOf(RoleShape, {
  scope: { unscoped: "seen by those who may grant it or in whose scope it was made: visible.ts" },
  read: listRoles.permission,
  readable: (tx, id): Promise<unknown> => requireRole(tx, id),
  softDelete: true,
  number: "code",
  json: ["scopeOverrides", "fieldRules"],
  labels: { category: "分类", scopeOverrides: "权限级数据范围", customOrgs: "自定义组织" },
  words: {
    dataScope: Object.fromEntries(dataScopes.entries),
    exclusiveOrgTypes: Object.fromEntries(organizationTypes.entries),
  },
});
export type RoleRow = RowOf<typeof roles>;

/** Picks the fields that a save sets and a version stores. */
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
    exclusiveOrgTypes: [...role.exclusiveOrgTypes],
  };
}
