import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import type { MembershipRow } from "./tables.ts";

/** Exactly one membership in force is the primary one: another one of each of these people from now on. */
export async function takePrimaries(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db(tx)
    .updateTable("membership")
    .set({ isPrimary: false, version: sql<number>`version + 1`, updatedAt: tx.now, updatedBy: tx.actor.userId })
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where("isPrimary", "=", true)
    .execute();
}

export function hasPrimary(held: readonly MembershipRow[]): boolean {
  return held.some(({ isPrimary, status }) => isPrimary && status === "EFFECTIVE");
}

/** Where the primary one has gone or none has been yet, the longest-standing one takes its place. */
export async function appointPrimaries(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`update membership m set is_primary = true, version = m.version + 1, updated_at = ${tx.now},
      updated_by = ${tx.actor.userId}
    from (select distinct on (user_id) id from membership e
      where e.user_id = any(${userIds}::uuid[]) and e.status = 'EFFECTIVE' and not exists (
        select 1 from membership p where p.user_id = e.user_id and p.is_primary and p.status = 'EFFECTIVE')
      order by user_id, start_date, id) as next
    where m.id = next.id`.execute(tx.kysely);
}
