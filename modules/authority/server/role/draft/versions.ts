import { newId, type Tx } from "@ops/platform/server";
import type { RoleDraft } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { draftOf, type RoleRow } from "../tables.ts";

/** Every save leaves one (AU-R34). */
export async function keepVersion(tx: Tx, role: RoleRow, note: string): Promise<void> {
  await insertVersion(tx, role, { note, editorId: tx.actor.userId, createdAt: tx.now });
}

/** Roles that were not made on the page, such as those of the first start, get their first version with the first save. */
export async function keepBaseline(tx: Tx, role: RoleRow): Promise<void> {
  await insertVersion(tx, role, { note: "初始版本", editorId: role.updatedBy, createdAt: role.updatedAt });
}

async function insertVersion(
  tx: Tx,
  role: RoleRow,
  told: { note: string; editorId: string; createdAt: Date },
): Promise<void> {
  const snapshot = JSON.stringify(draftOf(role));
  await db(tx)
    .insertInto("roleVersion")
    .values({ id: newId(), roleId: role.id, version: role.version, snapshot, ...told })
    .onConflict((conflict) => conflict.columns(["roleId", "version"]).doNothing())
    .execute();
}

export async function findVersion(tx: Tx, roleId: string, version: number): Promise<RoleDraft | null> {
  const found = await db(tx)
    .selectFrom("roleVersion")
    .select("snapshot")
    .where("roleId", "=", roleId)
    .where("version", "=", version)
    .executeTakeFirst();
  return found ? completed(found.snapshot) : null;
}

/** Versions of earlier releases say nothing of what could not be set then. */
export function completed(snapshot: RoleDraft): RoleDraft {
  const unknownThen = { excludedInterfaces: [], fieldRules: {} };
  return { ...unknownThen, ...snapshot };
}
