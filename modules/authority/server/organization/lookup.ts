import { escapeLike, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { PublishedOrganization } from "./published.ts";

/** What the lists of other modules show of an organisation. */
export interface OrganizationLook extends PublishedOrganization {
  readonly shortName: string | null;
  /** The code of the administrative division. */
  readonly regionCode: string | null;
  readonly leaderName: string | null;
  /** The nearest REGION at or above the organisation; null if there is none. */
  readonly regionOrgId: string | null;
  readonly regionOrgName: string | null;
}

/**
 * Loads these organisations with one statement, in any state and without a scope
 * check. Unknown ids are left out. No locks are taken.
 */
export async function lookupOrganizations(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrganizationLook>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OrganizationLook>`
    select o.id, o.code, o.name, o.short_name, o.type, o.parent_id, o.path, o.status, o.leader_user_id, o.ref_module, o.ref_id,
      o.region_code, leader.user_name as leader_name, region.id as region_org_id, region.name as region_org_name
    from organization o
    left join app_user leader on leader.id = o.leader_user_id
    left join lateral (
      select r.id, r.name from organization r
      where r.type = 'REGION' and r.id = any(string_to_array(trim(both '/' from o.path), '/')::uuid[])
      order by r.level desc limit 1
    ) region on true
    where o.id = any(${ids}::uuid[]) and o.deleted_at is null`.execute(tx.kysely);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Selects the ids of an organisation and all below it, for the filter 所属组织 of lists with their own scope check. */
export function organizationsUnder(id: string): RawBuilder<unknown> {
  return sql`select below.id from organization top join organization below
    on below.path >= top.path and below.path < left(top.path, -1) || '0'
    where top.id = ${id} and below.deleted_at is null`;
}

/** Selects the ids of organisations with this text in their code, for lists whose records have a code of their own too. */
export function organizationsCoded(keyword: string): RawBuilder<unknown> {
  return sql`select id from organization where code ilike ${`%${escapeLike(keyword)}%`} and deleted_at is null`;
}
