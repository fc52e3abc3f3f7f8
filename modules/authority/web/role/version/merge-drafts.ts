import type { RoleDraft } from "@ops/authority/contract";

/**
 * Merges two changes of one role. A value that only one side changed is taken from that side; if both did, mine wins.
 */
export function mergeDrafts(base: RoleDraft, mine: RoleDraft, theirs: RoleDraft): RoleDraft {
  return {
    name: chosen(base.name, mine.name, theirs.name),
    category: chosen(base.category, mine.category, theirs.category),
    description: chosen(base.description, mine.description, theirs.description),
    dataScope: chosen(base.dataScope, mine.dataScope, theirs.dataScope),
    maxDays: chosen(base.maxDays, mine.maxDays, theirs.maxDays),
    ownerUserId: chosen(base.ownerUserId, mine.ownerUserId, theirs.ownerUserId),
    customOrgs: chosen(base.customOrgs, mine.customOrgs, theirs.customOrgs),
    menuKeys: mergeLists(base.menuKeys, mine.menuKeys, theirs.menuKeys),
    permissionCodes: mergeLists(base.permissionCodes, mine.permissionCodes, theirs.permissionCodes),
    excludedInterfaces: mergeLists(base.excludedInterfaces, mine.excludedInterfaces, theirs.excludedInterfaces),
    grantableRoleIds: mergeLists(base.grantableRoleIds, mine.grantableRoleIds, theirs.grantableRoleIds),
    exclusiveOrgTypes: mergeLists(base.exclusiveOrgTypes, mine.exclusiveOrgTypes, theirs.exclusiveOrgTypes),
    partnerKinds: mergeLists(base.partnerKinds, mine.partnerKinds, theirs.partnerKinds),
    scopeOverrides: mapped(base.scopeOverrides, mine.scopeOverrides, theirs.scopeOverrides),
    fieldRules: mapped(base.fieldRules, mine.fieldRules, theirs.fieldRules),
  };
}

function chosen<T>(base: T, mine: T, theirs: T): T {
  return JSON.stringify(mine) === JSON.stringify(base) ? theirs : mine;
}

/** Merges lists: takes theirs, adds what I added and removes what I removed. */
function mergeLists<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
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
