import { lockRecord, type Tx } from "@ops/platform/server";
import { presentRole } from "./present.ts";
import { type RoleRow, roles } from "./tables.ts";
import { requireRole } from "./visible.ts";

/**
 * Locks a role for a change. Visibility is checked first: an actor who may not
 * see the role must neither hold nor wait for its lock.
 */
export async function lockRole(tx: Tx, id: string, version: number): Promise<RoleRow> {
  await requireRole(tx, id);
  return lockRecord(tx, roles, id, version, presentRole);
}
