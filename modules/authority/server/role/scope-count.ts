import { commonErrors } from "@ops/platform/contract";
import { reads, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { reaches } from "../organization/tables.ts";
import { reachOf } from "../rights/exceeds.ts";

/** Counts the organisations that a scope covers, for the hint 覆盖 n 个组织 while the scope is being chosen. */
export const countScope = reads(contract.countScope, async (tx, { query }) => {
  const { dataScope, organizationId, customOrgs = [] } = query;
  const seen = reaches(tx, sql.ref("o.id"));
  const wanted = reachOf(dataScope, { customOrgs }, organizationId ? [organizationId] : []);
  if (organizationId) await requireSeen(tx, organizationId);
  if (wanted === "SELF") return { organizations: 0 };
  const within = wanted === "ALL" ? sql`true` : sql`o.id in (${wanted})`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from organization o
    where o.deleted_at is null and ${seen} and ${within}`.execute(tx.kysely);
  return { organizations: rows[0]?.count ?? 0 };
});

async function requireSeen(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from organization o
    where o.id = ${id} and o.deleted_at is null and ${reaches(tx, sql.ref("o.id"))}`.execute(tx.kysely);
  if (rows.length === 0) throw commonErrors.notFound();
}
