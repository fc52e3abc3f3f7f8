import { dayOf, startOfDay } from "@ops/platform/contract";
import { reads, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { riskFloors, type UserState } from "../../contract/index.ts";
import { db, type OrganizationType } from "../database.ts";
import { reachedPeople } from "../person/tables.ts";
import { canSignIn, grants, inForce } from "../rights/in-force.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { isFailure } from "../session/login-log/is-failure.ts";
import { isCountedAs } from "../user/account-figure.ts";

const DAY_MS = 86_400_000;
const IDLE_DAYS = 45;
const RANKED = 10;

const daysBefore = (tx: Tx, days: number) => new Date(tx.now.getTime() - days * DAY_MS);

export const getAccountFigures = reads(contract.getAccountFigures, async (tx) => {
  const [counts, byStatus, byType] = await Promise.all([countAccounts(tx), countByStatus(tx), countByType(tx)]);
  return { ...counts, byStatus, byType };
});

async function countAccounts(tx: Tx) {
  const idleSince = startOfDay(dayOf(daysBefore(tx, IDLE_DAYS - 1))); // as the list of idle accounts counts
  const isIdle = sql<boolean>`(status = 'DORMANT' or (status = 'ACTIVE'
    and greatest(last_active_at, created_at, reactivated_at) < ${idleSince}))`;
  const count = (which: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${which})::int`;
  return db(tx)
    .selectFrom("appUser")
    .select([
      count(isCountedAs(tx, "PRESENT")).as("total"),
      count(isCountedAs(tx, "ACTIVE")).as("active"),
      count(isIdle).as("idle"),
      count(sql<boolean>`status in ('ACTIVE', 'DORMANT')`).as("awakeOrAsleep"),
      count(isCountedAs(tx, "INITIAL_PASSWORD")).as("initialPassword"),
    ])
    .where("deletedAt", "is", null)
    .where(reachedPeople(tx))
    .executeTakeFirstOrThrow();
}

async function countByStatus(tx: Tx) {
  const { rows } = await sql<{ status: UserState; count: number }>`
    select status, count(*)::int as count from app_user where deleted_at is null and ${reachedPeople(tx)}
    group by status order by count desc, status`.execute(tx.kysely);
  return rows;
}

/** Somebody with two posts in places of one type is one person there. */
async function countByType(tx: Tx) {
  const { rows } = await sql<{ type: OrganizationType; count: number }>`
    select o.type, count(distinct app_user.id)::int as count
    from app_user join membership p on p.user_id = app_user.id and p.status = 'EFFECTIVE'
      join organization o on o.id = p.organization_id
    where app_user.deleted_at is null and ${reachedPeople(tx)}
    group by o.type order by count desc, o.type`.execute(tx.kysely);
  return rows;
}

/** Roles at 高 and above in force, and the weightiest roles that the viewer sees; people are those in scope. */
export const getRoleFigures = reads(contract.getRoleFigures, async (tx) => {
  const held = sql`${grants} join app_user on app_user.id = m.user_id
    where ${inForce(tx)} and ${canSignIn} and ${reachedPeople(tx)}`;
  const { rows: counted } = await sql<{ highGrants: number; endlessHighGrants: number }>`
    select count(*)::int as "highGrants", count(*) filter (where g.valid_to is null)::int as "endlessHighGrants"
    from ${held} and r.risk_points >= ${riskFloors.HIGH}`.execute(tx.kysely);
  const seen = (await visibleRoles(tx)) ?? sql<boolean>`true`;
  const { rows: ranking } = await sql<{ name: string; points: number; people: number }>`
    select role.name, role.risk_points as points, (select count(distinct m.user_id)::int from ${held}
      and g.role_id = role.id) as people
    from role where role.deleted_at is null and role.status = 'ENABLED' and role.risk_points > 0 and ${seen}
    order by role.risk_points desc, role.name limit ${RANKED}`.execute(tx.kysely);
  return { highGrants: 0, endlessHighGrants: 0, ...counted[0], ranking };
});

/** COMMON_FORBIDDEN and out of scope, of the people in scope. */
export const getOverstepFigures = reads(contract.getOverstepFigures, async (tx) => {
  const { rows } = await sql<{ userId: string; userName: string; day: string; count: number }>`
    select app_user.id as "userId", app_user.user_name as "userName", to_char(c.day, 'YYYY-MM-DD') as day,
      sum(c.overstepped)::int as count
    from interface_caller_daily c join app_user on app_user.id = c.user_id
    where c.day >= ${shownDays(tx)[0]}::date and c.overstepped > 0 and ${reachedPeople(tx)}
    group by app_user.id, app_user.user_name, c.day`.execute(tx.kysely);
  const total = (lines: typeof rows) => lines.reduce((sum, { count }) => sum + count, 0);
  const days = shownDays(tx).map((day) => ({ day, count: total(rows.filter((row) => row.day === day)) }));
  const people = [...Map.groupBy(rows, ({ userId }) => userId)].map(([id, lines]) => ({
    id,
    userName: lines[0]?.userName ?? "",
    count: total(lines),
  }));
  people.sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  return {
    today: days.at(-1)?.count ?? 0,
    days,
    people: people.slice(0, RANKED).map(({ userName, count }) => ({ userName, count })),
  };
});

const SHOWN_DAYS = 14;
const shownDays = (tx: Tx) => Array.from({ length: SHOWN_DAYS }, (_, at) => dayOf(daysBefore(tx, SHOWN_DAYS - 1 - at)));

/** Sign-ins of the last 14 days; lines without a person are seen by those who reach everybody. */
export const getSignInFigures = reads(contract.getSignInFigures, async (tx) => {
  const days = shownDays(tx);
  const since = startOfDay(days[0] ?? dayOf(tx.now));
  const { rows } = await sql<{ day: string; weekday: number; hour: number; logins: number; failures: number }>`
    select to_char(at, 'YYYY-MM-DD') as day, extract(isodow from at)::int - 1 as weekday,
      extract(hour from at)::int as hour, count(*) filter (where logged_in)::int as logins,
      count(*) filter (where failed)::int as failures
    from (select l.occurred_at at time zone 'Asia/Shanghai' as at,
        l.result = 'SUCCESS' and l.kind in ('PASSWORD', 'TICKET', 'TRANSFER', 'OIDC') as logged_in,
        ${isFailure} as failed
      from login_log l left join app_user on app_user.id = l.user_id
      where l.occurred_at >= ${since} and ${reachedPeople(tx)}) line
    where logged_in or failed group by 1, 2, 3`.execute(tx.kysely);
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, logins } of rows) {
    const line = hours[weekday];
    if (line) line[hour] = (line[hour] ?? 0) + logins;
  }
  const sum = (day: string, what: "logins" | "failures") =>
    rows.filter((row) => row.day === day).reduce((total, row) => total + row[what], 0);
  return { days: days.map((day) => ({ day, logins: sum(day, "logins"), failures: sum(day, "failures") })), hours };
});
