import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";

/** The one organisation above all others; null where there is none yet. */
export async function findRootId(tx: Tx): Promise<string | null> {
  const root = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where("parentId", "is", null)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return root?.id ?? null;
}
