import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { canSignIn, grantInForce, postInForce } from "../rights/in-force.ts";
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
  /** The first day of the post. */
  readonly startDate: string;
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
      p.code as position_code, m.is_primary, m.start_date
    from membership m join organization o on o.id = m.organization_id join position p on p.id = m.position_id
    join app_user on app_user.id = m.user_id
    where m.organization_id = any(${orgIds}::uuid[]) and ${postInForce(tx)} and app_user.deleted_at is null
    order by m.organization_id, app_user.user_name, app_user.id, m.id`.execute(tx.kysely);
  return rows;
}

/** A post in force of one person, with the roles that it gives. */
export interface PostLook {
  readonly id: string;
  readonly orgId: string;
  readonly organizationName: string;
  readonly positionCode: string;
  readonly positionName: string;
  readonly isPrimary: boolean;
  readonly roleNames: string[];
}

/** All posts in force of a person, the primary one first. Locks nothing. */
export async function postsOf(tx: Tx, userId: string): Promise<PostLook[]> {
  const { rows } = await sql<PostLook>`select m.id, m.organization_id as org_id, o.name as organization_name,
      p.code as position_code, p.name as position_name, m.is_primary, array(
        select distinct r.name from role_grant g join role r on r.id = g.role_id
        where g.membership_id = m.id and ${grantInForce(tx)} order by r.name
      ) as role_names
    from membership m join organization o on o.id = m.organization_id join position p on p.id = m.position_id
    where m.user_id = ${userId} and ${postInForce(tx)}
    order by m.is_primary desc, m.start_date, m.id`.execute(tx.kysely);
  return rows;
}
