import { newId, type Tx } from "@ops/platform/server";
import type { RoleDraft } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { draftOf, type RoleRow } from "../tables.ts";

/** Stores a version of the role; every save calls this (AU-R34). */
export async function keepVersion(tx: Tx, role: RoleRow, note: string): Promise<void> {
  await insertVersion(tx, role, { note, editorId: tx.actor.userId, createdAt: tx.now });
}

/** Stores the state before the first save, because roles of the first start have no version yet. */
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

/** Writes the role into its present version again, for the demo, whose modules add rights to roles one after the other. */
export async function renewVersion(tx: Tx, role: RoleRow): Promise<void> {
  await db(tx)
    .updateTable("roleVersion")
    .set({ snapshot: JSON.stringify(draftOf(role)) })
    .where("roleId", "=", role.id)
    .where("version", "=", role.version)
    .execute();
}

export async function findVersion(tx: Tx, roleId: string, version: number): Promise<RoleDraft | null> {
  const found = await db(tx)
    .selectFrom("roleVersion")
    .select("snapshot")
    .where("roleId", "=", roleId)
    .where("version", "=", version)
    .executeTakeFirst();
  return found ? completeSnapshot(found.snapshot) : null;
}

/** Fills in the settings that versions of earlier releases do not contain. */
export function completeSnapshot(snapshot: RoleDraft): RoleDraft {
  const unknownThen = { excludedInterfaces: [], fieldRules: {} };
  return { ...unknownThen, ...snapshot };
}
