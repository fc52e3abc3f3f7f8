import { dayOf, startOfDay } from "@ops/platform/contract";
import { presentOne, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { z } from "zod";
import { riskLevel, type User } from "../../contract/index.ts";
import { db } from "../database.ts";
import { notOver } from "../rights/in-force.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import type { UserRow } from "./tables.ts";

/** The row, and what its memberships, grants and failed sign-ins say of it. */
type PresentedUser = UserRow & Omit<z.input<typeof User>, keyof UserRow>;

const DAY_MS = 86_400_000;

/** Presents all people of a page with three queries. */
export async function present(tx: Tx, list: readonly UserRow[]): Promise<PresentedUser[]> {
  if (list.length === 0) return [];
  const ids = list.map(({ id }) => id);
  const [posts, roles, locks] = [await postsOf(tx, ids), await rolesOf(tx, ids), await locksOf(tx, list)];
  return list.map((user) => ({
    ...user,
    primaryPost: posts.get(user.id)?.primaryPost ?? null,
    membershipCount: posts.get(user.id)?.membershipCount ?? 0,
    roleNames: roles.get(user.id)?.names ?? [],
    otherRoleCount: roles.get(user.id)?.others ?? 0,
    risk: user.boolAdmin ? "CRITICAL" : riskLevel(roles.get(user.id)?.points ?? 0),
    lockedUntil: latest([user.id, user.mobilePhone, user.staffNo ?? ""].flatMap((one) => locks.get(one) ?? [])),
    idleDays: idleDays(user, tx.now),
  }));
}

export const presentUser = presentOne(present);

/** Whole days since the account was last used, made or woken (AU-R9). */
function idleDays({ lastActiveAt, createdAt, reactivatedAt }: UserRow, now: Date): number {
  const last = Math.max(lastActiveAt?.getTime() ?? 0, createdAt.getTime(), reactivatedAt?.getTime() ?? 0);
  const days = (startOfDay(dayOf(now)).getTime() - startOfDay(dayOf(new Date(last))).getTime()) / DAY_MS;
  return Math.max(0, Math.round(days));
}

/** How many posts people hold, and the primary one as `组织(职位)`. */
export async function postsOf(tx: Tx, ids: string[]) {
  const rows = await db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("position as p", "p.id", "m.positionId")
    .select("m.userId")
    .select(sql<number>`count(*)::int`.as("membershipCount"))
    .select(
      sql<string | null>`max(o.name || '(' || p.name || ')') filter (where m.is_primary and m.status = 'EFFECTIVE')`.as(
        "primaryPost",
      ),
    )
    .where("m.userId", "in", ids)
    .where("m.status", "<>", "ENDED")
    .groupBy("m.userId")
    .execute();
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Roles that the reader may not see are only counted; everybody may see their own (section 7). */
async function rolesOf(tx: Tx, ids: string[]) {
  const visible = (await visibleRoles(tx)) ?? sql<boolean>`true`;
  const known = sql<boolean>`(m.user_id = ${tx.actor.userId} or ${visible})`;
  const rows = await db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("membership as m", "m.id", "g.membershipId")
    .innerJoin("role", "role.id", "g.roleId")
    .select("m.userId")
    .select(
      sql<string[]>`coalesce(array_agg(distinct role.name order by role.name) filter (where ${known}), '{}')`.as(
        "names",
      ),
    )
    .select(sql<number>`(count(distinct role.id) filter (where not ${known}))::int`.as("others"))
    .select(sql<number>`max(role.risk_points)::float8`.as("points"))
    .where("m.userId", "in", ids)
    .where(notOver(tx))
    .groupBy("m.userId")
    .execute();
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Locks by the account or the number they are on. A phone and a staff number never look alike: one has eleven digits and a leading 1. */
async function locksOf(tx: Tx, list: readonly UserRow[]): Promise<Map<string, Date>> {
  const rows = await db(tx)
    .selectFrom("loginGuard")
    .select(["subject", "lockedUntil"])
    .where("subjectKind", "in", ["PHONE", "STAFF_NO", "ACCOUNT"])
    .where(
      "subject",
      "in",
      list.flatMap(({ id, mobilePhone, staffNo }) =>
        staffNo === null ? [id, mobilePhone] : [id, mobilePhone, staffNo],
      ),
    )
    .where("lockedUntil", ">", tx.now)
    .execute();
  return new Map(rows.flatMap(({ subject, lockedUntil }) => (lockedUntil === null ? [] : [[subject, lockedUntil]])));
}

function latest(times: readonly Date[]): Date | null {
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}
