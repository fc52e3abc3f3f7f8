import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { followPositions, revokeAll } from "../membership/position-grants.ts";
import type { OrganizationRow } from "../organization/tables.ts";
import type { MergedPosts } from "./merged-posts.ts";

/**
 * Locks the people whose posts change. Adding a post locks the person before the
 * organisation, so this does too, to avoid deadlocks.
 */
export async function lockPeople(tx: Tx, organizationId: string): Promise<void> {
  await sql`select id from app_user where id in (
      select user_id from membership where organization_id = ${organizationId} and status <> 'ENDED')
    order by id for update`.execute(tx.kysely);
}

/** Turns posts of the source into posts of the target. Somebody who has the same post there already keeps only one. */
export async function movePeople(
  tx: Tx,
  { kept, folded }: MergedPosts,
  source: OrganizationRow,
  target: OrganizationRow,
): Promise<void> {
  const { now, actor } = tx;
  const stamp = sql`version = m.version + 1, updated_at = ${now}, updated_by = ${actor.userId}`;
  const [goes, into] = [folded.map(({ id }) => id), folded.map((fold) => fold.into)];
  await sql`update membership m set status = 'ENDED', is_primary = false,
      end_date = greatest(m.start_date, ${dayOf(now)}::date), ${stamp}
    where m.id = any(${goes}::uuid[])`.execute(tx.kysely);
  await moveGrants(tx, goes, into);
  await revokeAll(tx, goes);
  const stays = kept.filter(({ id, organizationId }) => organizationId === source.id || into.includes(id));
  const ids = stays.map(({ id }) => id);
  await sql`update membership m set organization_id = ${target.id}, start_date = k.start_date, end_date = k.end_date,
      is_primary = k.is_primary, ${stamp}
    from unnest(${ids}::uuid[], ${stays.map((post) => post.startDate)}::date[],
      ${stays.map((post) => post.endDate)}::date[], ${stays.map((post) => post.isPrimary)}::boolean[])
      as k (id, start_date, end_date, is_primary)
    where m.id = k.id`.execute(tx.kysely);
  await followPositions(tx, ids);
  await followSessions(tx, source.id, target.id);
}

/** Moves the roles of an ending post to the post that stays. If it has the role already, the longer grant counts. */
async function moveGrants(tx: Tx, goes: readonly string[], into: readonly string[]): Promise<void> {
  const { now, actor } = tx;
  const stamp = sql`version = g.version + 1, updated_at = ${now}, updated_by = ${actor.userId}`;
  const given = sql`select distinct on (f.into_id, o.role_id, o.source) o.id, o.role_id, o.source, o.valid_to, f.into_id
    from unnest(${goes}::uuid[], ${into}::uuid[]) as f (id, into_id)
    join role_grant o on o.membership_id = f.id and o.status = 'ACTIVE' and o.source <> 'POSITION'
    order by f.into_id, o.role_id, o.source, o.valid_to desc nulls first`;
  await sql`with given as (${given}) update role_grant g set valid_to = given.valid_to, ${stamp} from given
    where g.membership_id = given.into_id and g.role_id = given.role_id and g.source = given.source
      and g.status = 'ACTIVE' and g.valid_to < coalesce(given.valid_to, 'infinity')`.execute(tx.kysely);
  await sql`with given as (${given}) update role_grant g set membership_id = given.into_id, ${stamp} from given
    where g.id = given.id and not exists (select 1 from role_grant h where h.membership_id = given.into_id
      and h.role_id = given.role_id and h.source = given.source and h.status = 'ACTIVE')`.execute(tx.kysely);
}

/** Moves running sessions to the target, so that people can go on working without a new sign-in. */
async function followSessions(tx: Tx, sourceId: string, targetId: string): Promise<void> {
  await sql`update session set active_organization_ids = array(
      select distinct unnest(array_replace(active_organization_ids, ${sourceId}::uuid, ${targetId}::uuid)))
    where status = 'ACTIVE' and ${sourceId} = any(active_organization_ids)`.execute(tx.kysely);
  await sql`update app_user set last_organization_id = ${targetId} where last_organization_id = ${sourceId}`.execute(
    tx.kysely,
  );
}
