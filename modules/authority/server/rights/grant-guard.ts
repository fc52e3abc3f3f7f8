import { type BusinessError, fieldModes, ruledFields } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { escalationErrors, userErrors } from "../../contract/index.ts";
import { type CustomOrganization, db, type ScopeKind } from "../database.ts";
import { isSelf } from "../user/guards.ts";
import { permissionName } from "./catalogue.ts";
import { exceededCode } from "./exceeds.ts";
import { closedCalls } from "./exclusions.ts";
import { rankOf } from "./field-modes.ts";
import { ownRoles } from "./own-roles.ts";

/** A role as it is to be given; also a draft that is not stored yet. */
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
}

const GRANT = "authority:grant:edit";

/** No escalation (AU-R15): throws the first breach. Call it on every path that gives or takes a role. */
export async function assertMayGrant(tx: Tx, wanted: WantedGrant): Promise<void> {
  const breach = await grantBreach(tx, wanted);
  if (breach) throw breach;
}

/** The first breach, or null: for checks that show refusals before anything is saved. */
export async function grantBreach(tx: Tx, wanted: WantedGrant): Promise<BusinessError | null> {
  const { role, userId, organizationId } = wanted;
  if (isSelf(tx, userId)) return userErrors.self();
  if (tx.actor.isAdmin) return null;
  const exceeded = await contentBreach(tx, role, [organizationId]);
  if (exceeded) return exceeded;
  const own = await ownRoles(tx);
  if (!own.some(({ grantableRoleIds }) => grantableRoleIds.includes(role.id)))
    return escalationErrors.roleNotGrantable();
  return (await isInScope(tx, userId, organizationId)) ? null : escalationErrors.userOutOfScope();
}

/** What the role holds must not be above the actor at any of these organisations; the same guard for editing a role. */
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
 * A field that the role shows more of than the actor sees in the calls that the role opens; without a rule it is open.
 * Roles of the actor that do not speak about the field where he reads it raise nothing (AU-R20).
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

/** Person and organisation lie in what the actor may grant in; somebody without a membership only in everything. */
export async function isInScope(tx: Tx, userId: string, organizationId: string): Promise<boolean> {
  const scope = tx.actor.scopeOf(GRANT);
  if (scope.all) return true;
  if (!scope.organizations) return false;
  const { organizations } = scope;
  const found = await db(tx)
    .selectFrom("membership as m")
    .select("m.id")
    .where("m.userId", "=", userId)
    .where("m.status", "<>", "ENDED")
    .where(sql<boolean>`m.organization_id in (${organizations})`)
    .where(sql<boolean>`${organizationId}::uuid in (${organizations})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
