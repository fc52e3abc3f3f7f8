import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { clientsEnd } from "../api-client/sweep.ts";
import { db } from "../database.ts";
import { revokeAll } from "../membership/position-grants.ts";
import { reaches } from "../organization/tables.ts";
import { bindingsEnd } from "../other-account/unbind.ts";
import { bumpRights } from "../rights/bump.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";

/**
 * Something of this module that ends when a person leaves (AU-R10). Each step runs in its own transaction, once per
 * off-boarding, and is idempotent. A folder that owns such records adds its step to `offboardSteps`.
 */
export interface OffboardStep {
  readonly kind: `authority.${string}`;
  readonly label: string;
  countOf(tx: Tx, userId: string): Promise<number>;
  /** Ends them all and answers how many. `orderer` is null if the person who ordered it has lost the rights. */
  end(tx: Tx, userId: string, orderer: Tx | null): Promise<number>;
}

/** Runs in the transaction of the call, before the job begins, so that access ends at once. */
export const sessionsEnd: OffboardStep = {
  kind: "authority.sessions",
  label: "登录会话",
  countOf: (tx, userId) => countOf(tx, sql`from session where user_id = ${userId} and status <> 'ENDED'`),
  end: async (tx, userId) => {
    const count = await sessionsEnd.countOf(tx, userId);
    await endSessions(tx, userId, "LEFT");
    await endSignOn(tx, userId, "DISABLED");
    return count;
  },
};

const grantsEnd: OffboardStep = {
  kind: "authority.grants",
  label: "角色授权",
  countOf: (tx, userId) =>
    countOf(
      tx,
      sql`from role_grant g join membership m on m.id = g.membership_id where m.user_id = ${userId} and g.status = 'ACTIVE'`,
    ),
  end: async (tx, userId) => {
    const count = await grantsEnd.countOf(tx, userId);
    const posts = await db(tx).selectFrom("membership").select("id").where("userId", "=", userId).execute();
    await revokeAll(
      tx,
      posts.map(({ id }) => id),
    );
    await bumpRights(tx, [userId]);
    return count;
  },
};

const membershipsEnd: OffboardStep = {
  kind: "authority.memberships",
  label: "任职",
  countOf: (tx, userId) => countOf(tx, sql`from membership where user_id = ${userId} and status <> 'ENDED'`),
  end: async (tx, userId) => {
    // a post that never began ends on the day it would have begun, so that its last day is not before its first
    const { rows } = await sql`update membership set status = 'ENDED', is_primary = false, version = version + 1,
        end_date = greatest(start_date, (${tx.now}::timestamptz at time zone 'Asia/Shanghai')::date),
        updated_at = ${tx.now}, updated_by = ${tx.actor.userId}
      where user_id = ${userId} and status <> 'ENDED' returning 1`.execute(tx.kysely);
    await bumpRights(tx, [userId]);
    return rows.length;
  },
};

/**
 * Runs last. Organisations whose leader got no successor are left to their deputies. If an organisation has no active
 * deputy or lies outside the orderer's scope, the leader stays, so that somebody else can hand it over later.
 */
export const leadershipEnds: OffboardStep = {
  kind: "authority.deputies",
  label: "副负责人职务",
  countOf: (tx, userId) =>
    countOf(tx, sql`from organization where deleted_at is null and ${userId}::uuid = any(deputy_user_ids)`),
  end: async (tx, userId, orderer) => {
    const count = await leadershipEnds.countOf(tx, userId);
    const stamp = sql`version = version + 1, updated_at = ${tx.now}, updated_by = ${tx.actor.userId}`;
    await sql`update organization set deputy_user_ids = array_remove(deputy_user_ids, ${userId}::uuid), ${stamp}
      where ${userId}::uuid = any(deputy_user_ids)`.execute(tx.kysely);
    if (orderer) {
      await sql`update organization set leader_user_id = null, ${stamp}
        where leader_user_id = ${userId} and ${reaches(orderer, sql.ref("organization.id"))} and exists (
          select 1 from app_user u where u.id = any(organization.deputy_user_ids) and u.status = 'ACTIVE'
            and u.deleted_at is null)`.execute(tx.kysely);
    }
    return count;
  },
};

/** What ends before the work is handed over, in this order. */
export const offboardSteps: readonly OffboardStep[] = [sessionsEnd, grantsEnd, membershipsEnd, bindingsEnd, clientsEnd];

/** Everything that ends, in the order of the preview. */
export const endingSteps: readonly OffboardStep[] = [...offboardSteps, leadershipEnds];

async function countOf(tx: Tx, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}
