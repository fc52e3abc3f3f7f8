import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

/** Whether a column of organisation ids lies in the scope of a permission, the call's own unless said otherwise. */
export function inScope(tx: Tx, column: string, permission = tx.permission) {
  const scope = tx.actor.scopeOf(permission);
  if (scope.all) return sql<boolean>`true`;
  return scope.organizations ? sql<boolean>`${sql.ref(column)} in (${scope.organizations})` : sql<boolean>`false`;
}
