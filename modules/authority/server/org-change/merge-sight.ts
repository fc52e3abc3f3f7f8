import { selvesOf, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { describePeople, ids, isAmong, isNaming, placesOfPeople, type SightRow } from "../organization/sight.ts";
import { idsOnPath, isBelow, type OrganizationRow } from "../organization/tables.ts";

interface Lines {
  /** The source and the organisations above it, without those that are also above the target. */
  readonly left: readonly string[];
  readonly joined: readonly string[];
  readonly kept: readonly string[];
}

function linesOf(source: OrganizationRow, target: OrganizationRow): Lines {
  const [before, after] = [idsOnPath(source.path), idsOnPath(target.path)];
  return {
    left: before.filter((id) => !after.includes(id)),
    joined: after.filter((id) => !before.includes(id)),
    kept: before.filter((id) => after.includes(id)),
  };
}

/**
 * Finds who sees more or less after a merge. The records of the source count as one
 * organisation that is visible afterwards to everybody who sees the target. Posts in the source
 * become posts in the target; CUSTOM scopes of roles do not change.
 */
export async function mergeSight(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<SightRow[]> {
  const { left, joined, kept } = linesOf(source, target);
  const becomes = (path: string) => pathAfter(sql.ref(path), source, target);
  const { rows } = await sql<SightRow>`
    with ${placesOfPeople(tx, isNaming([source.id, target.id, ...left, ...joined]))}, concerned as (
      select user_id from places where org_id in (${source.id}, ${target.id})
        or (is_tree and org_id = any(${ids([...left, ...joined])}))
      except select user_id from places where is_tree and org_id = any(${ids(kept)})
      except select user_id from held where kind = 'ALL'
    ), items as (
      select o.id, o.path as was, ${becomes("o.path")} as becomes,
        case when o.id = ${source.id} then ${target.id}::uuid else o.id end as becomes_id
      from organization o where o.deleted_at is null
        and (${isBelow(sql.ref("o.path"), source.path)} or ${isBelow(sql.ref("o.path"), target.path)})
    ), reaching as (
      select c.user_id, p.is_tree, p.by_post, o.id, o.path, ${becomes("o.path")} as becomes,
        case when o.id = ${source.id} then ${target.id}::uuid else o.id end as becomes_id
      from concerned c join places p on p.user_id = c.user_id join organization o on o.id = p.org_id
    ), seen as (
      select r.user_id, i.id, true as was, false as will from reaching r join items i
        on i.id = r.id or (r.is_tree and i.was >= r.path and i.was < left(r.path, -1) || '0')
      union all
      select r.user_id, i.id, false, true from reaching r join items i
        on i.becomes_id = r.becomes_id or (r.is_tree and i.becomes >= r.becomes and i.becomes < left(r.becomes, -1) || '0')
      where r.by_post or r.id <> ${source.id}
    ), compared as (
      select user_id, id, bool_or(was) as was, bool_or(will) as will from seen group by user_id, id
    ), counted as (
      select user_id, count(*) filter (where will and not was)::int as gained,
        count(*) filter (where was and not will)::int as lost
      from compared group by user_id
    )
    ${describePeople(tx)}`.execute(tx.kysely);
  return rows;
}

/** Computes the path after the merge: the source takes the target's path, and its children move below the target. */
function pathAfter(path: RawBuilder<unknown>, source: OrganizationRow, target: OrganizationRow) {
  return sql<string>`case when ${isBelow(path, source.path)}
    then ${target.path} || substr(${path}, ${source.path.length + 1}) else ${path} end`;
}

/** Tells whether one of the actor's own permissions would cover records of the source that it does not cover now. */
export async function wouldGainByMerge(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<boolean> {
  if (tx.actor.isAdmin) return false;
  const [before, after] = [idsOnPath(source.path), idsOnPath(target.path)];
  const over = (line: readonly string[], id: string) =>
    sql`(org_id = ${id} or (is_tree and org_id = any(${ids(line)})))`;
  const { rows } = await sql`
    with ${placesOfPeople(tx, isAmong(selvesOf(tx)))}, by_code as (
      select h.user_id, granted, h.kind = 'ALL' as is_all, coalesce(custom.org_id, h.organization_id) as org_id,
        coalesce(custom.is_tree, h.kind = 'ORG_TREE') as is_tree
      from held h join role r on r.id = h.role_id
      cross join lateral unnest(r.permission_codes) as granted
      left join lateral (
        select (place ->> 'orgId')::uuid as org_id, (place ->> 'withChildren')::boolean as is_tree
        from jsonb_array_elements(r.custom_orgs) as place where h.kind = 'CUSTOM'
      ) custom on true
      where h.kind = coalesce(r.scope_overrides ->> granted, r.data_scope)
    )
    select granted from by_code group by user_id, granted
    having not bool_or(is_all) and (
      (bool_or(${over(after, target.id)}) and not bool_or(${over(before, source.id)}))
      or (bool_or(is_tree and org_id = any(${ids(after)})) and not bool_or(is_tree and org_id = any(${ids(before)}))))
    limit 1`.execute(tx.kysely);
  return rows.length > 0;
}
