import { inScope, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { partners } from "./tables.ts";

/**
 * Finds which partners the actor reaches with another permission than that of the call, because each permission has its
 * own scope.
 */
export async function findReached(tx: Tx, permission: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || !tx.actor.can(permission)) return new Set();
  const rows = await db(tx)
    .selectFrom("partner")
    .select("id")
    .where("id", "in", [...new Set(ids)])
    .where(inScope({ ...tx, permission }, partners))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
