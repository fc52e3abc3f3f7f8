import { OutOfScope, requireRecord, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { type RoleRow, roles } from "./tables.ts";

/**
 * Finds a role that the actor sees. An invisible role gives the same answer as a
 * missing one; a write to it is logged as an attempt.
 */
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
