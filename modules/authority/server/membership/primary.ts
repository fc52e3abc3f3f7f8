import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { personMoved } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { MembershipRow } from "./tables.ts";

/** Removes the primary mark of these people, because another post of each becomes the primary one. */
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

/** Tells other modules that the primary post of these people has changed. */
export async function tellMoved(tx: Tx, userIds: Iterable<string>): Promise<void> {
  const at = tx.now.toISOString();
  await tx.publishAll(
    personMoved,
    [...new Set(userIds)].map((userId) => ({ userId, at })),
  );
}

/** Makes the oldest post in force primary where a person has no primary post. Answers the people who got one. */
export async function appointPrimaries(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{
    userId: string;
  }>`update membership m set is_primary = true, version = m.version + 1, updated_at = ${tx.now},
      updated_by = ${tx.actor.userId}
    from (select distinct on (user_id) id from membership e
      where e.user_id = any(${userIds}::uuid[]) and e.status = 'EFFECTIVE' and not exists (
        select 1 from membership p where p.user_id = e.user_id and p.is_primary and p.status = 'EFFECTIVE')
      order by user_id, start_date, id) as next
    where m.id = next.id returning m.user_id as "userId"`.execute(tx.kysely);
  return rows.map(({ userId }) => userId);
}
