import { lockRecord, OutOfScope, type Tx } from "@ops/platform/server";
import { presentRole } from "./present.ts";
import { type RoleRow, roles } from "./tables.ts";
import { isVisible } from "./visible.ts";

/** For a change; what the actor does not see is told like a missing one and logged as an attempt. */
export async function lockRole(tx: Tx, id: string, version: number): Promise<RoleRow> {
  await lockRecord(tx, roles, id, null);
  if (!(await isVisible(tx, id))) throw new OutOfScope(roles.name, id);
  return lockRecord(tx, roles, id, version, presentRole); // the conflict shows the record, so it comes second
}
