import { dayOf, daysOf, type QueryOf, startOfDay } from "@ops/platform/contract";
import { is, list, requireAskable, type Tx, within } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { idleUserSheet, userSheet } from "../../contract/index.ts";
import { organizationsAt } from "../organization/filters.ts";
import { matches } from "../person/matches.ts";
import { present } from "../person/present.ts";
import { users } from "../person/tables.ts";
import { notOver } from "../rights/in-force.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { isCountedAs } from "./account-figure.ts";

type Query = QueryOf<typeof contract.listUsers>;

export const listUsers = list(contract.listUsers, users, {
  where: async (tx, query) => {
    const { keyword, userType, status, createdAt, lastLoginAt, validUntil } = query;
    if (validUntil) requireAskable(tx, "user.validUntil");
    return [
      is("userType", userType),
      is("status", status),
      within("createdAt", createdAt),
      within("lastLoginAt", lastLoginAt),
      validWithin(validUntil),
      await matches(tx, keyword),
      worksIn(query),
      await holdsRole(tx, query.roleId),
      matchLocked(tx, query.isLocked),
      query.figure ? isCountedAs(tx, query.figure) : null,
    ];
  },
  orderBy: ["createdAt", "desc"],
  present,
  sheet: userSheet,
});

/** Lists active accounts that nobody has used for 45 days or longer (AU-R9). */
export const listIdleUsers = list(contract.listIdleUsers, users, {
  where: async (tx, query) => [await matches(tx, query.keyword), worksIn(query), matchIdle(tx, query.idle ?? "45+")],
  orderBy: ["createdAt", "asc"],
  present,
  sheet: idleUserSheet,
});

interface Place {
  readonly organizationId?: string | undefined;
  readonly withChildren?: boolean | undefined;
  readonly positionId?: string | undefined;
}

function worksIn({ organizationId, withChildren, positionId }: Place): RawBuilder<boolean> | null {
  if (!organizationId && !positionId) return null;
  const place = organizationId
    ? sql`and m.organization_id in (${organizationsAt(organizationId, withChildren)})`
    : sql``;
  const position = positionId ? sql`and m.position_id = ${positionId}` : sql``;
  return isAmong(sql`select m.user_id from membership m where m.status <> 'ENDED' ${place} ${position}`);
}

/** For a role that the reader may not see, the filter finds nobody. */
async function holdsRole(tx: Tx, roleId: string | undefined): Promise<RawBuilder<boolean> | null> {
  if (!roleId) return null;
  const visible = (await visibleRoles(tx)) ?? sql<boolean>`true`;
  return isAmong(sql`select m.user_id from role_grant g join membership m on m.id = g.membership_id
    where g.role_id in (select role.id from role where role.id = ${roleId} and ${visible}) and ${notOver(tx)}`);
}

/**
 * Lets the database find these people before it sorts the list. Otherwise it walks through everybody from the newest on
 * and checks each person, which takes seconds where few of thirty thousand match.
 */
function isAmong(people: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`app_user.id = any(array(${people}))`;
}

function matchLocked(tx: Tx, isLocked: boolean | undefined): RawBuilder<boolean> | null {
  if (isLocked === undefined) return null;
  const lock = sql<boolean>`exists (select 1 from login_guard l where l.locked_until > ${tx.now}
    and ((l.subject_kind = 'PHONE' and l.subject = app_user.mobile_phone)
      or (l.subject_kind = 'STAFF_NO' and l.subject = app_user.staff_no)
      or (l.subject_kind = 'ACCOUNT' and l.subject = app_user.id::text)))`;
  return isLocked ? lock : sql<boolean>`not ${lock}`;
}

const buckets = { "45+": [45, null], "45-59": [45, 60], "60+": [60, null], "180+": [180, null] } as const;

function matchIdle(tx: Tx, bucket: keyof typeof buckets): RawBuilder<boolean> {
  const [from, below] = buckets[bucket];
  const last = sql`greatest(app_user.last_active_at, app_user.created_at, app_user.reactivated_at)`;
  const before = (days: number) => startOfDay(dayOf(new Date(tx.now.getTime() - (days - 1) * 86_400_000)));
  const upper = below ? sql`and ${last} >= ${before(below)}` : sql``;
  return sql<boolean>`(app_user.status in ('ACTIVE', 'DORMANT') and ${last} < ${before(from)} ${upper})`;
}

function validWithin(range: Query["validUntil"]): RawBuilder<boolean> | null {
  if (!range) return null;
  const { first, last } = daysOf(range);
  return sql<boolean>`(app_user.valid_until between ${first}::date and ${last}::date)`;
}
