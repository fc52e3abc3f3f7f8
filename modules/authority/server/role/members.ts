import type { Page, QueryOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { notOver } from "./holders.ts";
import { requireRole } from "./visible.ts";

interface Member {
  id: string;
  userId: string;
  userName: string;
  mobilePhone: string;
  post: string;
  source: "DIRECT" | "POSITION" | "REQUEST";
  validFrom: Date;
  validTo: Date | null;
}

/** Grants of the role at organisations in the reader's scope. */
export async function listRoleMembers(
  tx: Tx,
  id: string,
  { pageNo, pageSize }: QueryOf<typeof contract.listRoleMembers>,
): Promise<Page<Member>> {
  await requireRole(tx, id);
  const scope = tx.actor.scopeOf(tx.permission);
  const organizations = scope.all ? null : (scope.organizations ?? sql`select null::uuid`);
  const inScope = organizations ? sql`m.organization_id in (${organizations})` : sql`true`;
  const { rows } = await sql<Member & { total: number }>`
    select g.id, u.id as user_id, u.user_name, u.mobile_phone, o.name || '(' || p.name || ')' as post, g.source,
      g.valid_from, g.valid_to, count(*) over ()::int as total
    from role_grant g join membership m on m.id = g.membership_id join app_user u on u.id = m.user_id
      join organization o on o.id = m.organization_id join position p on p.id = m.position_id
    where g.role_id = ${id} and ${notOver(tx)} and ${inScope}
    order by u.user_name, g.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(tx.kysely);
  return { list: rows, total: rows[0]?.total ?? 0, totalKind: "exact", pageNo, pageSize };
}
