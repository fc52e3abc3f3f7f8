import { selvesOf, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { grants, inForce } from "../rights/in-force.ts";
import { idsOnPath, isBelow, type OrganizationRow, reaches } from "./tables.ts";

/** A person who sees more or fewer organisations after a move. */
export interface SightRow {
  readonly userId: string;
  readonly userName: string;
  readonly post: string | null;
  /** Whether the reader may know the name. */
  readonly known: boolean;
  readonly gained: number;
  readonly lost: number;
}

/** The organisations above the moved part: those that lose it, those that gain it and those that keep it. */
interface Above {
  readonly left: readonly string[];
  readonly joined: readonly string[];
  readonly kept: readonly string[];
}

export function aboveOf(source: OrganizationRow, target: OrganizationRow): Above {
  const before = idsOnPath(source.path).filter((id) => id !== source.id);
  const after = idsOnPath(target.path);
  return {
    left: before.filter((id) => !after.includes(id)),
    joined: after.filter((id) => !before.includes(id)),
    kept: before.filter((id) => after.includes(id)),
  };
}

export const ids = (list: readonly string[]) => sql`${list}::uuid[]`;

/**
 * Finds who gains or loses how many visible organisations, by comparing the scopes before and after. Only scopes that
 * reach down from above can change. Organisations that a person sees inside the moved part anyway are not counted.
 */
export async function sightChanges(tx: Tx, source: OrganizationRow, above: Above): Promise<SightRow[]> {
  const { left, joined, kept } = above;
  const { rows } = await sql<SightRow>`
    with ${placesOfPeople(tx, isNaming([...left, ...joined]))}, outside as (
      select user_id, bool_or(org_id = any(${ids(left)})) as leaves, bool_or(org_id = any(${ids(joined)})) as joins,
        bool_or(org_id = any(${ids(kept)})) as stays
      from places where is_tree and org_id = any(${ids([...left, ...joined, ...kept])}) group by user_id
    ), affected as (
      select user_id, leaves from outside where not stays and leaves <> joins
        and not exists (select 1 from held where held.user_id = outside.user_id and held.kind = 'ALL')
    ), moved as (
      select id, path from organization where deleted_at is null and ${isBelow(sql.ref("path"), source.path)}
    ), inside as (
      select a.user_id, count(distinct n.id)::int as seen
      from affected a
      join places p on p.user_id = a.user_id
      join moved t on t.id = p.org_id
      join moved n on n.id = t.id or (p.is_tree and n.path >= t.path and n.path < left(t.path, -1) || '0')
      group by a.user_id
    ), differing as (
      select a.user_id, a.leaves, (select count(*)::int from moved) - coalesce(i.seen, 0) as n
      from affected a left join inside i on i.user_id = a.user_id
    ), counted as (
      select user_id, case when leaves then 0 else n end as gained, case when leaves then n else 0 end as lost
      from differing
    )
    ${describePeople(tx)}`.execute(tx.kysely);
  return rows;
}

/** Adds names and posts to the people of `counted` (user_id, gained, lost), with the largest change first. */
export function describePeople(tx: Tx): RawBuilder<unknown> {
  return sql`select c.user_id as "userId", u.user_name as "userName", post.name as post,
      exists (select 1 from membership k where k.user_id = c.user_id and k.status <> 'ENDED'
        and ${reaches(tx, sql.ref("k.organization_id"))}) as known,
      c.gained, c.lost
    from counted c
    join app_user u on u.id = c.user_id
    left join lateral (
      select o.name || '(' || p.name || ')' as name
      from membership m join organization o on o.id = m.organization_id join position p on p.id = m.position_id
      where m.user_id = c.user_id and m.status = 'EFFECTIVE' order by m.is_primary desc, m.start_date, m.id limit 1
    ) post on true
    where c.gained + c.lost > 0
    order by c.gained + c.lost desc, u.user_name, c.user_id`;
}

/** Tells whether one of the actor's own permissions would cover the moved part that it does not cover now. */
export async function wouldGainSight(tx: Tx, { left, joined, kept }: Above): Promise<boolean> {
  if (tx.actor.isAdmin) return false;
  const reaching = [...left, ...kept];
  const { rows } = await sql`
    with ${placesOfPeople(tx, isAmong(selvesOf(tx)))}, by_code as (
      select h.user_id, granted, h.kind = 'ALL' as is_all, coalesce(custom.org_id, h.organization_id) as org_id
      from held h join role r on r.id = h.role_id
      cross join lateral unnest(r.permission_codes) as granted
      left join lateral (
        select (place ->> 'orgId')::uuid as org_id from jsonb_array_elements(r.custom_orgs) as place
        where h.kind = 'CUSTOM' and (place ->> 'withChildren')::boolean
      ) custom on true
      where h.kind = coalesce(r.scope_overrides ->> granted, r.data_scope)
        and (h.kind in ('ALL', 'ORG_TREE') or custom.org_id is not null)
    )
    select granted from by_code group by user_id, granted
    having bool_or(org_id = any(${ids(joined)})) and not bool_or(is_all or org_id = any(${ids(reaching)}))
    limit 1`.execute(tx.kysely);
  return rows.length > 0;
}

/** A condition that selects memberships `m`. */
type People = RawBuilder<boolean>;

export const isAmong = (userIds: readonly string[]): People => sql<boolean>`m.user_id = any(${ids(userIds)})`;

/**
 * Selects people with a post in one of these organisations or with a role that
 * names one, so that not everybody has to be checked.
 */
export function isNaming(organizationIds: readonly string[]): People {
  const named = sql`${ids(organizationIds)}`;
  return sql<boolean>`m.user_id = any(array(
    select n.user_id from membership n where n.organization_id = any(${named}) and n.status = 'EFFECTIVE'
    union
    select n.user_id from role named join role_grant f on f.role_id = named.id and f.status = 'ACTIVE'
    join membership n on n.id = f.membership_id
    where exists (select 1 from jsonb_array_elements(named.custom_orgs) as place
      where (place ->> 'orgId')::uuid = any(${named}))))`;
}

/**
 * `held` contains person, organisation, role and every kind of scope that the role's codes have there. `places`
 * contains the organisations of these scopes, alone or with all below, which come from a post or from the role itself.
 */
export function placesOfPeople(tx: Tx, only: People = sql<boolean>`true`): RawBuilder<unknown> {
  return sql`kinds as (
      select distinct r.id as role_id, coalesce(r.scope_overrides ->> granted, r.data_scope) as kind
      from role r cross join lateral unnest(r.permission_codes) as granted
      where r.status = 'ENABLED' and r.deleted_at is null
    ), held as (
      select distinct m.user_id, m.organization_id, k.role_id, k.kind
      from ${grants}
      join kinds k on k.role_id = g.role_id and k.kind <> 'SELF'
      join app_user u on u.id = m.user_id and u.status <> 'LEFT' and u.deleted_at is null and not u.bool_admin
      where ${inForce(tx)} and ${only}
    ), places as (
      select user_id, organization_id as org_id, kind = 'ORG_TREE' as is_tree, true as by_post
      from held where kind in ('ORG', 'ORG_TREE')
      union
      select h.user_id, (place ->> 'orgId')::uuid, (place ->> 'withChildren')::boolean, false
      from held h join role r on r.id = h.role_id cross join lateral jsonb_array_elements(r.custom_orgs) as place
      where h.kind = 'CUSTOM'
    )`;
}
