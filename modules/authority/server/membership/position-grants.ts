import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

/**
 * Brings the POSITION grants of these memberships in line with their positions: the default roles while the post is in
 * force, none before or after (AU-R18), and none where a module sets the roles of the post itself. Idempotent. The
 * caller has to call `bumpRights`.
 */
export async function followPositions(tx: Tx, membershipIds: readonly string[]): Promise<void> {
  if (membershipIds.length === 0) return;
  const { now, actor } = tx;
  await sql`update role_grant g set status = 'REVOKED', version = g.version + 1, updated_at = ${now},
      updated_by = ${actor.userId}
    from membership m join position p on p.id = m.position_id
    where m.id = g.membership_id and m.id = any(${membershipIds}::uuid[]) and g.source = 'POSITION'
      and g.status = 'ACTIVE' and (m.status <> 'EFFECTIVE' or not m.follows_position or g.role_id <> all (p.default_role_ids))`.execute(
    tx.kysely,
  );
  await sql`insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from,
      source, granted_by)
    select uuidv7(), ${now}, ${actor.userId}, ${now}, ${actor.userId}, m.id, r.id, ${now}, 'POSITION', ${actor.userId}
    from membership m join position p on p.id = m.position_id
    join role r on r.id = any(p.default_role_ids) and r.deleted_at is null
    where m.id = any(${membershipIds}::uuid[]) and m.status = 'EFFECTIVE' and m.follows_position
    on conflict (membership_id, role_id, source) where status = 'ACTIVE' do nothing`.execute(tx.kysely);
}

/** Updates all holders after the default roles of a position changed. Answers the people whose rights changed. */
export async function followPosition(tx: Tx, positionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; userId: string }>`select id, user_id as "userId" from membership
    where position_id = ${positionId} and status = 'EFFECTIVE'`.execute(tx.kysely);
  await followPositions(
    tx,
    rows.map(({ id }) => id),
  );
  return [...new Set(rows.map(({ userId }) => userId))];
}

/** Ends all grants of memberships that have ended. */
export async function revokeAll(tx: Tx, membershipIds: readonly string[]): Promise<void> {
  if (membershipIds.length === 0) return;
  await sql`update role_grant set status = 'REVOKED', version = version + 1, updated_at = ${tx.now},
      updated_by = ${tx.actor.userId}
    where membership_id = any(${membershipIds}::uuid[]) and status = 'ACTIVE'`.execute(tx.kysely);
}
