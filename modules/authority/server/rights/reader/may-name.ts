import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";

/** Tells whether the reader may know the name of `u` (app_user). People outside the reader's scope are only counted. */
export function mayName(tx: Tx): RawBuilder<boolean> {
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all) return sql<boolean>`true`;
  const own = sql<boolean>`u.id = ${scope.selfId}::uuid`;
  if (!scope.organizations) return own;
  return sql<boolean>`(${own} or exists (select 1 from membership s where s.user_id = u.id and s.status <> 'ENDED'
    and s.organization_id in (${scope.organizations})))`;
}
