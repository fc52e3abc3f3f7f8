import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { ownRoles } from "../own-roles.ts";

/** Selects roles that the actor may grant or that people in scope made; null if the actor sees all roles. */
export async function visibleRoles(tx: Tx): Promise<RawBuilder<boolean> | null> {
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all) return null;
  const { organizations, selfId } = scope;
  const lent = (await ownRoles(tx)).flatMap(({ grantableRoleIds }) => grantableRoleIds);
  const conditions = [sql<boolean>`role.id = any(${lent}::uuid[])`];
  if (selfId !== null) conditions.push(sql<boolean>`role.created_by = ${selfId}`);
  if (organizations) {
    conditions.push(sql<boolean>`exists (select 1 from membership m where m.user_id = role.created_by
      and m.status <> 'ENDED' and m.organization_id in (${organizations}))`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
