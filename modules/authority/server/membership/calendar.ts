import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { bumpRights } from "../rights/bump.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { followPositions, revokeAll } from "./position-grants.ts";
import { appointPrimaries, tellMoved } from "./primary.ts";

interface Turned {
  readonly id: string;
  readonly userId: string;
}

interface Ended extends Turned {
  readonly wasPrimary: boolean;
}

/** For more people than this, one message to everybody is cheaper than one to each. */
const MOST_TOLD = 500;

/** Runs at 00:00: first ends posts by date, then begins posts by date (AU-R13). Idempotent. */
export async function turnMemberships(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  const { userId: by } = tx.actor;
  const ended = await sql<Ended>`update membership set status = 'ENDED', is_primary = false, version = version + 1,
      updated_at = ${tx.now}, updated_by = ${by}
    where status <> 'ENDED' and end_date < ${today}::date
    returning id, user_id as "userId", old.is_primary as "wasPrimary"`.execute(tx.kysely);
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
  const appointed = await appointPrimaries(tx, concerned);
  const without = ended.rows.flatMap(({ userId, wasPrimary }) => (wasPrimary ? [userId] : []));
  await tellMoved(tx, [...without, ...appointed]);
  await bumpRights(tx, concerned.length > MOST_TOLD ? "everyone" : concerned);
  await signOutWithoutPosts(tx, ended.rows);
}

/** Runs at 00:00 and signs out accounts whose last day was yesterday (AU-R8). */
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

/** Signs out the people without any post left, except administrators, who need none. */
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
