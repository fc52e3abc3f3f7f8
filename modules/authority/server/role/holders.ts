import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { notOver } from "../rights/in-force.ts";

/** Finds everybody who holds the role, and the organisations where they hold it. */
export async function holdersOfRole(tx: Tx, roleId: string): Promise<{ userId: string; organizationId: string }[]> {
  const found = await sql<{ userId: string; organizationId: string }>`
    select distinct m.user_id, m.organization_id from role_grant g join membership m on m.id = g.membership_id
    where g.role_id = ${roleId} and ${notOver(tx)}`.execute(tx.kysely);
  return found.rows;
}
