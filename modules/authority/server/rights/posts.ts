import type { Tx } from "@ops/platform/server";
import { type InferResult, sql } from "kysely";
import { db } from "../database.ts";
import { outsiderTypes } from "../dictionaries.ts";
import { postInForce } from "./in-force.ts";

/** A membership in force: where a person works, and in which position. */
export type Post = InferResult<ReturnType<typeof postsInForce>>[number];

/**
 * The fence of the person, or an outsider's own organisation. Refers to the rows
 * `u` app_user, `f` its fence and `o` organization.
 */
export const ceilingPath = sql<
  string | null
>`coalesce(f.path, case when u.user_type = any(${outsiderTypes}::text[]) then o.path end)`;

/** Finds the posts in force today, primary first: begun, not ended, in an enabled organisation (AU-R28). */
export async function effectivePosts(tx: Tx, userId: string): Promise<Post[]> {
  return postsInForce(tx).where("m.userId", "=", userId).execute();
}

/** Finds the posts in force today of many people, each with its person. */
export async function postsOfPeople(tx: Tx, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  return postsInForce(tx).select("m.userId").where(sql<boolean>`m.user_id = any(${userIds}::uuid[])`).execute();
}

/** Finds those of these memberships that are in force. */
export async function postsOf(tx: Tx, membershipIds: readonly string[]): Promise<Post[]> {
  return postsInForce(tx).where(sql<boolean>`m.id = any(${membershipIds}::uuid[])`).execute();
}

function postsInForce(tx: Tx) {
  return db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("position as p", "p.id", "m.positionId")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .leftJoin("organization as f", "f.id", "u.fenceOrgId")
    .select([
      "m.id as membershipId",
      "m.organizationId",
      "o.name as organizationName",
      "o.path as organizationPath",
      // the scope contains nothing outside this part of the tree, whatever the roles say; null for people of the brand
      "f.path as fencePath",
      // what ALL means for an outsider (AU-R58); null for people of the brand, for whom it means everything
      ceilingPath.as("ceilingPath"),
      "p.name as positionName",
      "m.isPrimary",
      "m.endDate",
    ])
    .where(postInForce(tx))
    .orderBy("m.isPrimary", "desc")
    .orderBy("m.startDate")
    .orderBy("m.id");
}

/** Names the posts in one organisation: `上海浦东体验中心(店长)`, or `组织(甲、乙)` for two positions. */
export function postName(posts: readonly Post[]): string {
  const positions = posts.map((post) => post.positionName).join("、");
  return `${posts[0]?.organizationName ?? ""}(${positions})`;
}

/** Groups the posts by organisation and keeps their order. */
export function byOrganization(posts: readonly Post[]): Map<string, Post[]> {
  return Map.groupBy(posts, (post) => post.organizationId);
}
