import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { reachedPeople } from "../person/tables.ts";

/** Whether the actor reaches every one of these people; deleted ones are known to whoever reaches everybody. */
export async function reachesEach(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const wanted = new Set(ids);
  if (wanted.size === 0 || tx.actor.scopeOf(tx.permission).all) return true;
  const query = db(tx)
    .selectFrom("appUser")
    .select("appUser.id")
    .where("appUser.id", "in", [...wanted]);
  return (await query.where(reachedPeople(tx)).execute()).length === wanted.size;
}
