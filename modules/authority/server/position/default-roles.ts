import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { escalationErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { ownRoles } from "../rights/own-roles.ts";

/** The enabled roles that the actor may make defaults: all for administrators, else those lent by the own roles. */
export async function listSettableRoles(tx: Tx): Promise<{ id: string; code: string; name: string }[]> {
  const roles = await db(tx)
    .selectFrom("role")
    .select(["id", "code", "name"])
    .where("status", "=", "ENABLED")
    .where("deletedAt", "is", null)
    .orderBy("name")
    .execute();
  if (tx.actor.isAdmin) return roles;
  const lent = new Set((await ownRoles(tx)).flatMap(({ grantableRoleIds }) => grantableRoleIds));
  return roles.filter(({ id }) => lent.has(id));
}

/**
 * A default role is given to everybody who gets the position, so no escalation here either (AU-R15): what is added or
 * taken away has to be grantable by the actor, wherever the actor may grant.
 */
export async function requireSettableRoles(tx: Tx, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  const roles = await db(tx)
    .selectFrom("role")
    .select(["id", "permissionCodes", "dataScope", "scopeOverrides", "customOrgs", "fieldRules", "excludedInterfaces"])
    .where("id", "in", [...roleIds])
    .where("deletedAt", "is", null)
    .execute();
  if (roles.length < new Set(roleIds).size) throw commonErrors.notFound();
  if (tx.actor.isAdmin) return;
  const own = await ownRoles(tx);
  const lent = new Set(own.flatMap(({ grantableRoleIds }) => grantableRoleIds));
  for (const role of roles) {
    if (!lent.has(role.id)) throw escalationErrors.roleNotGrantable();
    const breach = await contentBreach(tx, role, tx.actor.organizationIds, own);
    if (breach) throw breach;
  }
}
