import type { GrantableRole } from "./grant-guard.ts";

type Reach = Pick<GrantableRole, "dataScope" | "scopeOverrides" | "customOrgs">;

/**
 * Tells whether the role, or one of its codes, reaches everything: by ALL, by a CUSTOM scope with the root and all
 * below it, or by 本组织及下级 if the role is held at the root.
 */
export function reachesEverything(
  { dataScope, scopeOverrides, customOrgs }: Reach,
  rootId: string | null,
  { isAtRoot }: { readonly isAtRoot: boolean },
): boolean {
  const kinds = [dataScope, ...Object.values(scopeOverrides)];
  if (kinds.includes("ALL") || (isAtRoot && kinds.includes("ORG_TREE"))) return true;
  return kinds.includes("CUSTOM") && customOrgs.some(({ orgId, withChildren }) => withChildren && orgId === rootId);
}
