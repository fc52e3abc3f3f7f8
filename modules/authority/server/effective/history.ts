import { dayOf, nextDay, startOfDay } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { compileRights, type GrantedRole, type Rights, rightsFrom, sourcesOf } from "../rights/compile.ts";
import { ceilingPath, effectivePosts, type Post } from "../rights/posts.ts";

interface PastRights {
  readonly posts: readonly Post[];
  readonly rights: Rights;
}

/**
 * All posts together: now, or as they were at the end of a day. Memberships and grants keep their history, roles their
 * versions; whether a role or an organisation was enabled then is not kept apart and taken as it is now.
 */
export async function rightsOn(tx: Tx, userId: string, on: string | null): Promise<PastRights> {
  if (on === null || on >= dayOf(tx.now)) {
    const posts = await effectivePosts(tx, userId);
    const ids = posts.map(({ organizationId }) => organizationId);
    return { posts, rights: await compileRights(tx, userId, ids) };
  }
  const instant = new Date(startOfDay(nextDay(on)).getTime() - 1);
  const posts = await postsOn(tx, userId, on, instant);
  const roles = await rolesOn(tx, posts, instant);
  return { posts, rights: rightsFrom(userId, posts, await sourcesOf(tx, posts, roles)) };
}

async function postsOn(tx: Tx, userId: string, on: string, instant: Date): Promise<Post[]> {
  return (
    db(tx)
      .selectFrom("membership as m")
      .innerJoin("organization as o", "o.id", "m.organizationId")
      .innerJoin("position as p", "p.id", "m.positionId")
      .innerJoin("appUser as u", "u.id", "m.userId")
      .leftJoin("organization as f", "f.id", "u.fenceOrgId")
      .select(["m.id as membershipId", "m.organizationId", "o.name as organizationName", "o.path as organizationPath"])
      .select(["f.path as fencePath", ceilingPath.as("ceilingPath")])
      .select(["p.name as positionName", "m.isPrimary", "m.endDate"])
      .where("m.userId", "=", userId)
      .where("m.createdAt", "<=", instant)
      .where("m.startDate", "<=", on)
      // one that has ended since was in force until the moment it was ended
      .where(
        sql<boolean>`case when m.status = 'ENDED' then m.updated_at > ${instant}
        else m.end_date is null or m.end_date >= ${on}::date end`,
      )
      .where("o.status", "=", "ENABLED")
      .where("o.deletedAt", "is", null)
      .orderBy("m.startDate")
      .orderBy("m.id")
      .execute()
  );
}

async function rolesOn(tx: Tx, posts: readonly Post[], instant: Date): Promise<GrantedRole[]> {
  if (posts.length === 0) return [];
  const ids = posts.map(({ membershipId }) => membershipId);
  const granted = await db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("role as r", "r.id", "g.roleId")
    .select(["g.id as grantId", "g.source as grantKind", "g.membershipId", "g.validFrom", "g.validTo"])
    .select(["r.id as roleId", "r.name as roleName", "r.menuKeys", "r.permissionCodes"])
    .select(["r.dataScope", "r.scopeOverrides", "r.customOrgs", "r.excludedInterfaces", "r.fieldRules"])
    .select((eb) =>
      eb
        .selectFrom("roleVersion as v")
        .select("v.snapshot")
        .whereRef("v.roleId", "=", "r.id")
        .where("v.createdAt", "<=", instant)
        .orderBy("v.version", "desc")
        .limit(1)
        .as("snapshot"),
    )
    .where("g.membershipId", "in", ids)
    .where("g.createdAt", "<=", instant)
    .where("g.validFrom", "<=", instant)
    .where(sql<boolean>`(g.valid_to is null or g.valid_to > ${instant})`)
    .where(sql<boolean>`(g.status = 'ACTIVE' or g.updated_at > ${instant})`)
    .where("r.status", "=", "ENABLED")
    .where(sql<boolean>`(r.deleted_at is null or r.deleted_at > ${instant})`)
    .execute();
  return granted.map(({ snapshot, ...role }) => ({ ...role, ...snapshot }));
}
