import type { Tx } from "@ops/platform/server";
import { db } from "../../database.ts";

/** Finds the root of the tree; null if there is none yet. */
export async function findRootId(tx: Tx): Promise<string | null> {
  const root = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where("parentId", "is", null)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return root?.id ?? null;
}
