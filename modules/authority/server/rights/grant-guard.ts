import { type BusinessError, fieldModes, ruledFields } from "@ops/platform/contract";
import { isSelf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { escalationErrors, userErrors } from "../../contract/index.ts";
import type { CustomOrganization, ScopeKind } from "../database.ts";
import { permissionName } from "./catalogue.ts";
import { exceededCode } from "./exceeds.ts";
import { closedCalls } from "./exclusions.ts";
import { rankOf } from "./field-modes.ts";
import { ownRoles } from "./own-roles.ts";

/** The content of a role to be granted; it may be a draft that is not stored yet. */
export interface GrantableRole {
  readonly id: string;
  readonly permissionCodes: readonly string[];
  readonly dataScope: ScopeKind;
  readonly scopeOverrides: Readonly<Record<string, ScopeKind>>;
  readonly customOrgs: readonly CustomOrganization[];
  readonly fieldRules: Readonly<Record<string, string>>;
  readonly excludedInterfaces: readonly string[];
}

export interface WantedGrant {
  readonly role: GrantableRole;
  readonly userId: string;
  readonly organizationId: string;
  /** Whether the person is about to get a post in this organisation, and so comes into scope with it. */
  readonly isJoining?: boolean;
}

const GRANT = "authority:grant:edit";

/** Throws the first breach of the rule against escalation (AU-R15). Every path that gives or takes a role calls it. */
export async function assertMayGrant(tx: Tx, wanted: WantedGrant): Promise<void> {
  const breach = await grantBreach(tx, wanted);
  if (breach) throw breach;
}

/** Finds the first breach, or null, for checks that show refusals before anything is saved. */
export async function grantBreach(tx: Tx, wanted: WantedGrant): Promise<BusinessError | null> {
  return (await grantBreaches(tx, [wanted]))[0] ?? null;
}

/** Finds the first breach of each grant. What does not depend on the person is checked once per role and place. */
export async function grantBreaches(tx: Tx, wanted: readonly WantedGrant[]): Promise<(BusinessError | null)[]> {
  if (tx.actor.isAdmin) return wanted.map(({ userId }) => (isSelf(tx, userId) ? userErrors.self() : null));
  const weighed = new Map<string, BusinessError | null>();
  for (const { role, organizationId, userId } of wanted) {
    const key = `${role.id} ${organizationId}`;
    if (!weighed.has(key) && !isSelf(tx, userId)) weighed.set(key, await roleBreach(tx, role, organizationId));
  }
  const isReached = await reachOf(tx, wanted);
  return wanted.map((one) => {
    if (isSelf(tx, one.userId)) return userErrors.self();
    const breach = weighed.get(`${one.role.id} ${one.organizationId}`);
    return breach ?? (isReached(one) ? null : escalationErrors.userOutOfScope());
  });
}

/** Tells why the actor may not give this role to anybody there: it contains too much, or the actor may not grant it. */
async function roleBreach(tx: Tx, role: GrantableRole, organizationId: string): Promise<BusinessError | null> {
  const exceeded = await contentBreach(tx, role, [organizationId]);
  if (exceeded) return exceeded;
  const own = await ownRoles(tx);
  const isLent = own.some(({ grantableRoleIds }) => grantableRoleIds.includes(role.id));
  return isLent ? null : escalationErrors.roleNotGrantable();
}

/** Tells why the content of the role exceeds the actor's rights at these organisations; also for editing a role. */
export async function contentBreach(
  tx: Tx,
  role: GrantableRole,
  organizationIds: readonly string[],
): Promise<BusinessError | null> {
  if (tx.actor.isAdmin) return null;
  const code = await exceededCode(tx, role, organizationIds);
  if (code !== null) return escalationErrors.grantExceeds({ name: permissionName(tx, code) });
  const closed = await closedCalls(tx, role.permissionCodes);
  const opened = closed.find(({ id }) => !role.excludedInterfaces.includes(id));
  if (opened) return escalationErrors.grantExceeds({ name: opened.name });
  const field = exceededField(tx, role);
  return field === null ? null : escalationErrors.grantExceeds({ name: field });
}

/**
 * Finds a field of which the role shows more than the actor sees in the role's calls. Without a rule, a field is open.
 * Only those roles of the actor count that apply where the field is read (AU-R20).
 */
function exceededField({ actor: { fieldMode } }: Tx, role: GrantableRole): string | null {
  if (!fieldMode) return null;
  for (const { key, read, resourceName, label } of ruledFields.values()) {
    const wanted = rankOf(role.fieldRules, key);
    const isAbove = (code: string) => wanted > fieldModes.indexOf(fieldMode(key, code));
    if ([read, ...role.permissionCodes].some(isAbove)) return `${resourceName}的${label}`;
  }
  return null;
}

/** Tells whether the actor may grant to this person there. People without a membership need the scope ALL. */
export async function isInScope(tx: Tx, userId: string, organizationId: string): Promise<boolean> {
  const one = { userId, organizationId };
  return (await reachOf(tx, [one]))(one);
}

type Reached = Pick<WantedGrant, "userId" | "organizationId" | "isJoining">;

async function reachOf(tx: Tx, wanted: readonly Reached[]): Promise<(one: Reached) => boolean> {
  const scope = tx.actor.scopeOf(GRANT);
  if (scope.all) return () => true;
  if (!scope.organizations) return () => false;
  const [people, places] = [wanted.map(({ userId }) => userId), wanted.map(({ organizationId }) => organizationId)];
  const { rows } = await sql<{ id: string }>`select m.user_id as id from membership m
      where m.user_id = any(${people}::uuid[]) and m.status <> 'ENDED' and m.organization_id in (${scope.organizations})
    union select p.id from unnest(${places}::uuid[]) as p (id) where p.id in (${scope.organizations})`.execute(
    tx.kysely,
  );
  const reached = new Set(rows.map(({ id }) => id));
  return ({ userId, organizationId, isJoining = false }) =>
    reached.has(organizationId) && (isJoining || reached.has(userId));
}
