import type { ImportedRole, RoleDraft, RoleEntry } from "@ops/authority/contract";

/** The decision for each unknown part: a replacement that exists here, or null to leave it out. */
export interface Resolution {
  readonly codes: Readonly<Record<string, string | null>>;
  readonly organizations: Readonly<Record<string, string | null>>;
}

export const undecided: Resolution = { codes: {}, organizations: {} };

/** Tells whether every unknown code and organisation has been decided. */
export function isResolved({ unknown }: ImportedRole, { codes, organizations }: Resolution): boolean {
  return (
    unknown.codes.every((code) => Object.hasOwn(codes, code)) &&
    unknown.organizations.every(({ code }) => Object.hasOwn(organizations, code))
  );
}

/** Applies the replacements to the draft. A replaced code keeps the scope from the file. */
export function resolvedDraft({ draft, unknown }: ImportedRole, entry: RoleEntry, decided: Resolution): RoleDraft {
  const scopes = new Map(Object.entries(entry.scopeOverrides));
  const codes = unknown.codes.flatMap((code) => {
    const instead = decided.codes[code];
    return instead ? [{ instead, scope: scopes.get(code) }] : [];
  });
  const places = unknown.organizations.flatMap(({ code, withChildren }) => {
    const orgId = decided.organizations[code];
    return orgId ? [{ orgId, withChildren }] : [];
  });
  const kept = codes.flatMap(({ instead, scope }) => (scope ? [[instead, scope] as const] : []));
  return {
    ...draft,
    permissionCodes: [...new Set([...draft.permissionCodes, ...codes.map(({ instead }) => instead)])],
    scopeOverrides: { ...Object.fromEntries(kept), ...draft.scopeOverrides },
    customOrgs: [
      ...draft.customOrgs,
      ...places.filter(({ orgId }) => !draft.customOrgs.some((one) => one.orgId === orgId)),
    ],
  };
}
