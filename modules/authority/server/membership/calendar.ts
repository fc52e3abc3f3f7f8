import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { bumpRights } from "../rights/bump.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { followPositions, revokeAll } from "./position-grants.ts";
import { appointPrimaries } from "./primary.ts";

interface Turned {
  readonly id: string;
  readonly userId: string;
}

/** Beyond this many people it is cheaper to tell everybody. */
const MOST_TOLD = 500;

/** 00:00: what ends by date ends, then what begins by date begins (AU-R13). Changes nothing the second time. */
export async function turnMemberships(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  const { userId: by } = tx.actor;
  const ended = await sql<Turned>`update membership set status = 'ENDED', is_primary = false, version = version + 1,
      updated_at = ${tx.now}, updated_by = ${by}
    where status <> 'ENDED' and end_date < ${today}::date returning id, user_id as "userId"`.execute(tx.kysely);
  const begun = await sql<Turned>`update membership m set status = 'EFFECTIVE', is_primary = false,
      version = m.version + 1, updated_at = ${tx.now}, updated_by = ${by}
    where m.status = 'FUTURE' and m.start_date <= ${today}::date and not exists (
      select 1 from membership e where e.user_id = m.user_id and e.organization_id = m.organization_id
        and e.position_id = m.position_id and e.status = 'EFFECTIVE')
    returning m.id, m.user_id as "userId"`.execute(tx.kysely);
  const concerned = [...new Set([...ended.rows, ...begun.rows].map(({ userId }) => userId))];
  if (concerned.length === 0) return;
  await revokeAll(tx, idsOf(ended.rows));
  await followPositions(tx, idsOf(begun.rows));
  await appointPrimaries(tx, concerned);
  await bumpRights(tx, concerned.length > MOST_TOLD ? "everyone" : concerned);
  await signOutWithoutPosts(tx, ended.rows);
}

/** 00:00: accounts whose last day was yesterday are signed out (AU-R8). */
export async function endExpired(tx: Tx): Promise<void> {
  const { rows } = await sql<{ userId: string }>`select distinct u.id as "userId" from app_user u
    where u.valid_until < ${dayOf(tx.now)}::date and (
      exists (select 1 from session s where s.user_id = u.id and s.status <> 'ENDED')
      or exists (select 1 from sso_session p where p.user_id = u.id and p.status = 'ACTIVE'))
    order by u.id`.execute(tx.kysely);
  for (const { userId } of rows) {
    await endSignOn(tx, userId, "EXPIRED");
    await endSessions(tx, userId, "EXPIRED");
  }
}

/** Those among them who are signed in, are no administrators and have no post left. */
async function signOutWithoutPosts(tx: Tx, ended: readonly Turned[]): Promise<void> {
  const { rows } = await sql<{ userId: string }>`select u.id as "userId" from app_user u
    where u.id = any(${ended.map(({ userId }) => userId)}::uuid[]) and not u.bool_admin
      and exists (select 1 from session s where s.user_id = u.id and s.status <> 'ENDED')
      and not exists (select 1 from membership m where m.user_id = u.id and m.status = 'EFFECTIVE')
    order by u.id`.execute(tx.kysely);
  for (const { userId } of rows) await endSessions(tx, userId, "NO_ORG");
}

function idsOf(rows: readonly Turned[]): string[] {
  return rows.map(({ id }) => id);
}
