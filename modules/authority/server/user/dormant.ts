import { dayOf, startOfDay } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { dormantDays } from "../params.ts";
import { isKept } from "../person/is-kept.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { lockAdministrators } from "./last-admin.ts";

const lastUse = sql`greatest(last_active_at, created_at, reactivated_at)`;

/**
 * Marks accounts as dormant that nobody has used for the configured number of days (AU-R9). System accounts are exempt.
 * So are accounts kept by a module, which freezes and restores them by its own rule. The administrator who was active
 * last stays usable, so that never all administrators are dormant. Idempotent.
 */
export async function sleepIdleUsers(tx: Tx): Promise<void> {
  await lockAdministrators(tx);
  const today = dayOf(tx.now);
  const awakeSince = startOfDay(dayOf(new Date(tx.now.getTime() - (tx.param(dormantDays) - 1) * 86_400_000)));
  const { rows } = await sql<{ id: string }>`update app_user set status = 'DORMANT', version = version + 1,
      updated_at = ${tx.now}, updated_by = ${tx.actor.userId}
    where status = 'ACTIVE' and deleted_at is null and user_type <> 'SERVICE'
      and not ${isKept} and ${lastUse} < ${awakeSince}
      and id is distinct from (select id from app_user where bool_admin and status = 'ACTIVE' and deleted_at is null
        and not must_change_pwd and (valid_until is null or valid_until >= ${today}::date)
        order by ${lastUse} desc, id limit 1)
    returning id`.execute(tx.kysely);
  await signOut(
    tx,
    rows.map(({ id }) => id),
  );
}

async function signOut(tx: Tx, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select u.id from app_user u where u.id = any(${userIds}::uuid[]) and (
      exists (select 1 from session s where s.user_id = u.id and s.status <> 'ENDED')
      or exists (select 1 from sso_session p where p.user_id = u.id and p.status = 'ACTIVE'))
    order by u.id`.execute(tx.kysely);
  for (const { id } of rows) {
    await endSignOn(tx, id, "DORMANT");
    await endSessions(tx, id, "DORMANT");
  }
}
