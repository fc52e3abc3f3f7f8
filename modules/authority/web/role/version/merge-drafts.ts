import type { RoleDraft } from "@ops/authority/contract";

/** Both changes of one role: where only one side moved away from the common start it counts, where both did, mine does. */
export function mergeDrafts(base: RoleDraft, mine: RoleDraft, theirs: RoleDraft): RoleDraft {
  return {
    name: chosen(base.name, mine.name, theirs.name),
    category: chosen(base.category, mine.category, theirs.category),
    description: chosen(base.description, mine.description, theirs.description),
    dataScope: chosen(base.dataScope, mine.dataScope, theirs.dataScope),
    maxDays: chosen(base.maxDays, mine.maxDays, theirs.maxDays),
    ownerUserId: chosen(base.ownerUserId, mine.ownerUserId, theirs.ownerUserId),
    customOrgs: chosen(base.customOrgs, mine.customOrgs, theirs.customOrgs),
    menuKeys: united(base.menuKeys, mine.menuKeys, theirs.menuKeys),
    permissionCodes: united(base.permissionCodes, mine.permissionCodes, theirs.permissionCodes),
    excludedInterfaces: united(base.excludedInterfaces, mine.excludedInterfaces, theirs.excludedInterfaces),
    grantableRoleIds: united(base.grantableRoleIds, mine.grantableRoleIds, theirs.grantableRoleIds),
    exclusiveOrgTypes: united(base.exclusiveOrgTypes, mine.exclusiveOrgTypes, theirs.exclusiveOrgTypes),
    partnerKinds: united(base.partnerKinds, mine.partnerKinds, theirs.partnerKinds),
    scopeOverrides: mapped(base.scopeOverrides, mine.scopeOverrides, theirs.scopeOverrides),
    fieldRules: mapped(base.fieldRules, mine.fieldRules, theirs.fieldRules),
  };
}

function chosen<T>(base: T, mine: T, theirs: T): T {
  return JSON.stringify(mine) === JSON.stringify(base) ? theirs : mine;
}

/** Theirs with what I added and without what I took away. */
function united<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  const kept = theirs.filter((one) => mine.includes(one) || !base.includes(one));
  return [...kept, ...mine.filter((one) => !base.includes(one) && !kept.includes(one))];
}

function mapped<V>(base: Record<string, V>, mine: Record<string, V>, theirs: Record<string, V>): Record<string, V> {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const entries = [...keys].flatMap((key) => {
    const value = chosen(base[key], mine[key], theirs[key]);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}
