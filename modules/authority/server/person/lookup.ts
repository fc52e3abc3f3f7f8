import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { canSignIn, postInForce } from "../rights/in-force.ts";
import type { UserRow } from "./tables.ts";

/** What other modules may know of a person. */
export interface PersonLook extends Pick<UserRow, "id" | "staffNo" | "userType" | "status"> {
  readonly name: string;
  readonly isAdmin: boolean;
  /** Whether the person can sign in today: neither disabled nor frozen nor past the last day. */
  readonly isUsable: boolean;
  /** Where and as what the person mainly works; null without a post in force. */
  readonly orgId: string | null;
  readonly positionCode: string | null;
}

/** A post in force, and whose it is. */
export interface PersonAt extends PersonLook {
  readonly postId: string;
  readonly orgId: string;
  readonly positionCode: string;
  readonly isPrimary: boolean;
}

const look = (tx: Tx): RawBuilder<unknown> => sql`app_user.id, app_user.user_name as name, app_user.staff_no,
  app_user.user_type, app_user.status, app_user.bool_admin as is_admin,
  (${canSignIn} and app_user.frozen_reason is null
    and (app_user.valid_until is null or app_user.valid_until >= ${dayOf(tx.now)}::date)) as is_usable`;

/** Finds these people in whatever state and scope, with one statement. Ids that are nobody's are left out. Locks nothing. */
export async function lookupPeople(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, PersonLook>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<PersonLook>`select ${look(tx)}, main.org_id, main.position_code
    from app_user left join lateral (
      select m.organization_id as org_id, p.code as position_code
      from membership m join organization o on o.id = m.organization_id join position p on p.id = m.position_id
      where m.user_id = app_user.id and m.is_primary and ${postInForce(tx)}
    ) main on true
    where app_user.id = any(${userIds}::uuid[]) and app_user.deleted_at is null`.execute(tx.kysely);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Everybody with a post in force in one of these organisations, once for each post, by organisation and name. Locks
 * nothing.
 */
export async function peopleAt(tx: Tx, orgIds: readonly string[]): Promise<PersonAt[]> {
  if (orgIds.length === 0) return [];
  const { rows } = await sql<PersonAt>`select ${look(tx)}, m.id as post_id, m.organization_id as org_id,
      p.code as position_code, m.is_primary
    from membership m join organization o on o.id = m.organization_id join position p on p.id = m.position_id
    join app_user on app_user.id = m.user_id
    where m.organization_id = any(${orgIds}::uuid[]) and ${postInForce(tx)} and app_user.deleted_at is null
    order by m.organization_id, app_user.user_name, app_user.id, m.id`.execute(tx.kysely);
  return rows;
}
