import { reads, requireRecord } from "@ops/platform/server";
import { sql } from "kysely";
import type { OrganizationCoverage } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { placesOfPeople } from "./sight.ts";
import { idsOnPath, organizations, reaches } from "./tables.ts";

const NAMED = 20;

/** Lists the roles through which people see an organisation's data. Administrators see everything and are left out. */
export const listOrganizationCoverage = reads(contract.listOrganizationCoverage, async (tx, { params: { id } }) => {
  const { path } = await requireRecord(tx, organizations, id);
  const line = sql`${idsOnPath(path)}::uuid[]`;
  const { rows } = await sql<OrganizationCoverage>`
    with ${placesOfPeople(tx)}, covering as (
      select distinct h.role_id, h.kind, h.user_id from held h join role r on r.id = h.role_id
      where h.kind = 'ALL'
        or (h.kind = 'ORG' and h.organization_id = ${id})
        or (h.kind = 'ORG_TREE' and h.organization_id = any(${line}))
        or (h.kind = 'CUSTOM' and exists (select 1 from jsonb_array_elements(r.custom_orgs) as place
          where (place ->> 'orgId')::uuid = ${id}
            or ((place ->> 'withChildren')::boolean and (place ->> 'orgId')::uuid = any(${line}))))
    ), known as (
      select c.role_id, c.kind, u.user_name, row_number() over (partition by c.role_id, c.kind order by u.user_name, u.id) as n
      from covering c join app_user u on u.id = c.user_id
      where exists (select 1 from membership m where m.user_id = c.user_id and m.status <> 'ENDED'
        and ${reaches(tx, sql.ref("m.organization_id"))})
    )
    select c.role_id as "roleId", r.name as "roleName", c.kind as "dataScope", count(*)::int as people,
      coalesce((select array_agg(k.user_name order by k.n) from known k
        where k.role_id = c.role_id and k.kind = c.kind and k.n <= ${NAMED}), '{}') as names
    from covering c join role r on r.id = c.role_id
    group by c.role_id, c.kind, r.name
    order by people desc, r.name, c.kind`.execute(tx.kysely);
  return rows;
});
