import { lockRecord, type Tx } from "@ops/platform/server";
import { presentRole } from "./present.ts";
import { type RoleRow, roles } from "./tables.ts";
import { requireRole } from "./visible.ts";

/** For a change: first whether the actor sees it, because whoever does not must neither hold nor wait for its lock. */
export async function lockRole(tx: Tx, id: string, version: number): Promise<RoleRow> {
  await requireRole(tx, id);
  return lockRecord(tx, roles, id, version, presentRole);
}
