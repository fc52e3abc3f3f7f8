import { OutOfScope, requireRecord, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { db } from "../database.ts";
import { ownRoles } from "../rights/own-roles.ts";
import { type RoleRow, roles } from "./tables.ts";

/** Roles that the actor may grant, or that were made by people in the actor's scope; null when that is all of them. */
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

/** What the actor does not see is told like a missing one; a write that asks for it is logged as an attempt. */
export async function requireRole(tx: Tx, id: string): Promise<RoleRow> {
  const role = await requireRecord(tx, roles, id);
  if (!(await isVisible(tx, id))) throw new OutOfScope(roles.name, id);
  return role;
}

async function isVisible(tx: Tx, id: string): Promise<boolean> {
  const visible = await visibleRoles(tx);
  if (!visible) return true;
  const found = await db(tx).selectFrom("role").select("role.id").where("role.id", "=", id).where(visible).execute();
  return found.length > 0;
}
