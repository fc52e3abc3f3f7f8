import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";

/** Grant `g` at membership `m` in force now; the role's own state is another question. */
export function inForce(tx: Tx): RawBuilder<boolean> {
  return sql<boolean>`(g.status = 'ACTIVE' and g.valid_from <= ${tx.now} and (g.valid_to is null or g.valid_to > ${tx.now})
    and m.status = 'EFFECTIVE' and (m.end_date is null or m.end_date >= ${dayOf(tx.now)}::date))`;
}

/** Grants that are not over; those that begin later count too, because a change will reach them. */
export function notOver(tx: Tx): RawBuilder<boolean> {
  return sql<boolean>`(g.status = 'ACTIVE' and (g.valid_to is null or g.valid_to > ${tx.now}) and m.status <> 'ENDED')`;
}

/** Everybody who holds the role, and where. */
export async function holdersOf(tx: Tx, roleId: string): Promise<{ userId: string; organizationId: string }[]> {
  const found = await sql<{ userId: string; organizationId: string }>`
    select distinct m.user_id, m.organization_id from role_grant g join membership m on m.id = g.membership_id
    where g.role_id = ${roleId} and ${notOver(tx)}`.execute(tx.kysely);
  return found.rows;
}
