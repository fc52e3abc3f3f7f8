import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

/** Restricts a column of organisation ids to the scope of a permission, by default that of the call. */
export function inScope(tx: Tx, column: string, permission = tx.permission) {
  const scope = tx.actor.scopeOf(permission);
  if (scope.all) return sql<boolean>`true`;
  return scope.organizations ? sql<boolean>`${sql.ref(column)} in (${scope.organizations})` : sql<boolean>`false`;
}
