import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { escalationErrors, giveGrants } from "../../contract/index.ts";
import { db } from "../database.ts";
import { isWithin } from "../rights/exceeds.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { ownRoles } from "../rights/own-roles.ts";
import { refuseSelf } from "../user/guards.ts";

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
 * A default role is given to everybody who holds the position, so no escalation here either: what is added or taken away
 * has to be grantable by the actor wherever somebody holds it (AU-R15, AU-R16), and never concerns himself (AU-R5).
 */
export async function requireSettableRoles(tx: Tx, roleIds: readonly string[], positionId?: string): Promise<void> {
  if (roleIds.length === 0) return;
  const roles = await db(tx)
    .selectFrom("role")
    .select(["id", "permissionCodes", "dataScope", "scopeOverrides", "customOrgs", "fieldRules", "excludedInterfaces"])
    .where("id", "in", [...roleIds])
    .where("deletedAt", "is", null)
    .forShare() // whoever edits one of them waits for us and then sees its new holders
    .execute();
  if (roles.length < new Set(roleIds).size) throw commonErrors.notFound();
  if (tx.actor.isAdmin) return;
  const places = positionId === undefined ? [] : await requireReachedHolders(tx, positionId);
  const own = await ownRoles(tx);
  const lent = new Set(own.flatMap(({ grantableRoleIds }) => grantableRoleIds));
  for (const role of roles) {
    if (!lent.has(role.id)) throw escalationErrors.roleNotGrantable();
    const breach = await contentBreach(tx, role, [...new Set([...tx.actor.organizationIds, ...places])]);
    if (breach) throw breach;
  }
}

/** The organisations in which somebody holds the position or is going to: none of it the actor's, all in his reach. */
async function requireReachedHolders(tx: Tx, positionId: string): Promise<string[]> {
  const holders = await db(tx)
    .selectFrom("membership")
    .select(["userId", "organizationId"])
    .distinct()
    .where("positionId", "=", positionId)
    .where("status", "<>", "ENDED")
    .execute();
  for (const { userId } of holders) refuseSelf(tx, userId);
  const places = [...new Set(holders.map(({ organizationId }) => organizationId))];
  const reached = tx.actor.scopeOf(giveGrants.permission);
  if (!(await isWithin(tx, reached, sql`select unnest(${places}::uuid[])`))) throw escalationErrors.userOutOfScope();
  return places;
}
