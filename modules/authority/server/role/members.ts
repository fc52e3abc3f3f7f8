import type { AnswerFrom } from "@ops/platform/contract";
import { countedPage, reads } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { notOver } from "../rights/in-force.ts";
import { inScope } from "../rights/reader/in-scope.ts";
import { requireRole } from "./visible.ts";

type Member = AnswerFrom<typeof contract.listRoleMembers>["list"][number];

/** Lists the grants of the role at organisations in the reader's scope. */
export const listRoleMembers = reads(contract.listRoleMembers, async (tx, { params: { id }, query }) => {
  await requireRole(tx, id);
  const held = sql`from role_grant g join membership m on m.id = g.membership_id
    where g.role_id = ${id} and ${notOver(tx)} and ${inScope(tx, "m.organization_id")}`;
  return countedPage(query, {
    rows: async (limit, offset) => {
      const { rows } = await sql<Member>`
        select g.id, u.id as user_id, u.user_name, u.mobile_phone, o.name || '(' || p.name || ')' as post, g.source,
          g.valid_from, g.valid_to, g.version
        from (select g.*, m.user_id, m.organization_id, m.position_id ${held}) g
          join app_user u on u.id = g.user_id
          join organization o on o.id = g.organization_id join position p on p.id = g.position_id
        order by u.user_name, g.id limit ${limit} offset ${offset}`.execute(tx.kysely);
      return rows;
    },
    count: async (limit) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 ${held} limit ${limit}) counted`.execute(tx.kysely);
      return rows[0]?.count ?? 0;
    },
  });
});
