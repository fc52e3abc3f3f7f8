import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { GrantedSource } from "../rights/compile.ts";
import { grantBreach } from "../rights/grant-guard.ts";
import { ownRoles } from "../rights/own-roles.ts";

/**
 * The grants that the reader may know of: the own ones, all for whoever reaches everybody, else those that he could give
 * himself (section 7).
 */
export async function knownSources(
  tx: Tx,
  userId: string,
  sources: readonly GrantedSource[],
): Promise<readonly GrantedSource[]> {
  if (userId === tx.actor.userId || tx.actor.scopeOf(tx.permission).all) return sources;
  const lent = new Set((await ownRoles(tx)).flatMap(({ grantableRoleIds }) => grantableRoleIds));
  // whatever is not lent at all cannot be given: only the rest is looked at, each role at each place once
  const givable = sources.filter(({ role }) => lent.has(role.roleId));
  const roles = await rolesOf(tx, givable);
  const answered = new Map<string, boolean>();
  const known: GrantedSource[] = [];
  for (const source of givable) {
    const { organizationId } = source;
    const role = roles.get(source.role.roleId);
    const key = `${source.role.roleId} ${organizationId}`;
    const mayGive = async () => role && (await grantBreach(tx, { role, userId, organizationId })) === null;
    const isKnown = answered.get(key) ?? (await mayGive()) ?? false;
    answered.set(key, isKnown);
    if (isKnown) known.push(source);
  }
  return known;
}

async function rolesOf(tx: Tx, sources: readonly GrantedSource[]) {
  const ids = [...new Set(sources.map(({ role }) => role.roleId))];
  if (ids.length === 0) return new Map();
  const rows = await db(tx).selectFrom("role").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
