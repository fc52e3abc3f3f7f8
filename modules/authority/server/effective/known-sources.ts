import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { GrantedSource } from "../rights/compile.ts";
import { grantBreach } from "../rights/grant-guard.ts";

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
  const roles = await rolesOf(tx, sources);
  const known: GrantedSource[] = [];
  for (const source of sources) {
    const role = roles.get(source.role.roleId);
    const { organizationId } = source;
    if (role && (await grantBreach(tx, { role, userId, organizationId })) === null) known.push(source);
  }
  return known;
}

async function rolesOf(tx: Tx, sources: readonly GrantedSource[]) {
  const ids = [...new Set(sources.map(({ role }) => role.roleId))];
  if (ids.length === 0) return new Map();
  const rows = await db(tx).selectFrom("role").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
