import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { fitsBelowStore, orgErrors } from "../../../contract/index.ts";
import { db, type OrganizationType } from "../../database.ts";
import { idsOnPath, isBelow, type OrganizationRow, reaches } from "../tables.ts";

export const DEEPEST = 8;

interface Newcomer {
  readonly name: string;
  readonly type: OrganizationType;
}

/** Requires that a new organisation may be placed below this one. The caller has locked the tree. */
export async function requireRoom(tx: Tx, parent: OrganizationRow, { name, type }: Newcomer): Promise<void> {
  if (parent.status === "DISABLED") throw orgErrors.disabled();
  if (parent.level >= DEEPEST) throw orgErrors.depth();
  if (!fitsBelowStore(type) && (await hasStoreAbove(tx, parent))) throw orgErrors.type();
  await requireFreeName(tx, parent.id, name);
}

/** Requires that an organisation with all below it may move below another one. */
export async function requireMovable(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  if (target.path.startsWith(source.path)) throw orgErrors.cycle();
  if (source.parentId === target.id) throw orgErrors.sameParent();
  if (target.status === "DISABLED") throw orgErrors.disabled();
  const below = await contentsOf(tx, source);
  if (target.level + 1 + below.deepest - source.level > DEEPEST) throw orgErrors.depth();
  if (below.types.some((type) => !fitsBelowStore(type)) && (await hasStoreAbove(tx, target))) throw orgErrors.type();
  await requireFreeName(tx, target.id, source.name);
}

/** Requires that everything below an organisation may be placed below another one. */
export async function requireRoomBelow(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  const below = await contentsOf(tx, source, { without: source.id });
  if (target.level + below.deepest - source.level > DEEPEST) throw orgErrors.depth();
  if (below.types.some((type) => !fitsBelowStore(type)) && (await hasStoreAbove(tx, target))) throw orgErrors.type();
}

export async function requireFreeName(tx: Tx, parentId: string | null, name: string): Promise<void> {
  const sibling = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where("parentId", "is not distinct from", parentId)
    .where("name", "=", name)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (sibling) throw orgErrors.nameExists();
}

async function hasStoreAbove(tx: Tx, parent: OrganizationRow): Promise<boolean> {
  const store = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where("id", "in", idsOnPath(parent.path))
    .where("type", "=", "STORE")
    .executeTakeFirst();
  return store !== undefined;
}

async function contentsOf(
  tx: Tx,
  { path, level }: OrganizationRow,
  { without = null }: { without?: string | null } = {},
): Promise<{ deepest: number; types: readonly OrganizationType[] }> {
  const rows = await db(tx)
    .selectFrom("organization")
    .select((eb) => ["type", eb.fn.max("level").as("deepest")])
    .where(isBelow(sql.ref("path"), path))
    .where(sql<boolean>`id is distinct from ${without}::uuid`)
    .where("deletedAt", "is", null)
    .groupBy("type")
    .execute();
  return { deepest: Math.max(level, ...rows.map((row) => row.deepest)), types: rows.map((row) => row.type) };
}

/** Refuses a subtree that the operator does not see completely, because the change could reveal its hidden part. */
export async function refuseHidden(tx: Tx, source: OrganizationRow): Promise<void> {
  const hidden = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where(isBelow(sql.ref("path"), source.path))
    .where("deletedAt", "is", null)
    .where(sql<boolean>`not ${reaches(tx, sql.ref("organization.id"))}`)
    .executeTakeFirst();
  if (hidden) throw commonErrors.notFound();
}
