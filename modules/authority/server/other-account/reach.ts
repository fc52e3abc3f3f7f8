import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { db } from "../database.ts";
import { userScope } from "../person/tables.ts";

/** A condition on `app_user`: the person lies in what the actor's permission reaches. */
export function inReach(tx: Tx): RawBuilder<boolean> {
  const scope = tx.actor.scopeOf(tx.permission);
  return scope.all ? sql<boolean>`true` : userScope(scope);
}

/** Whether the actor reaches every one of these people; deleted ones are known to whoever reaches everybody. */
export async function reachesEach(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const wanted = new Set(ids);
  if (wanted.size === 0 || tx.actor.scopeOf(tx.permission).all) return true;
  const query = db(tx)
    .selectFrom("appUser")
    .select("appUser.id")
    .where("appUser.id", "in", [...wanted]);
  return (await query.where(inReach(tx)).execute()).length === wanted.size;
}
