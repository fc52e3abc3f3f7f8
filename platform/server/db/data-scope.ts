import { type RawBuilder, sql } from "kysely";
import type { DataScope } from "../actor.ts";
import type { RecordRow, Table } from "./table.ts";

/** The rows of a table that a scope reaches, as a condition; null when it reaches all. */
export function scopeCondition<Row extends RecordRow>(table: Table<Row>, scope: DataScope): RawBuilder<boolean> | null {
  if (scope.all || "unscoped" in table.scope) return null;
  if (typeof table.scope === "function") return table.scope(scope);
  const { organization, owner } = table.scope;
  const parts: RawBuilder<boolean>[] = [];
  if (organization && scope.organizations) {
    parts.push(sql<boolean>`${sql.ref(`${table.name}.${organization}`)} in (${scope.organizations})`);
  }
  if (scope.selfId !== null) {
    if (owner) parts.push(sql<boolean>`${sql.ref(`${table.name}.${owner}`)} = ${scope.selfId}`);
    parts.push(sql<boolean>`${sql.ref(`${table.name}.createdBy`)} = ${scope.selfId}`);
  }
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
