import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { outsiderTypes } from "../dictionaries.ts";
import { postInForce } from "./in-force.ts";

/** A membership in force: where a person works, and as what. */
export interface Post {
  readonly membershipId: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationPath: string;
  /** Nothing outside this part of the tree is in scope, whatever the roles say; null for people of the brand. */
  readonly fencePath: string | null;
  /** What the scope ALL means to outsiders, whatever a role says (AU-R58); null for people of the brand, who see everything. */
  readonly ceilingPath: string | null;
  readonly positionName: string;
  readonly isPrimary: boolean;
  readonly endDate: string | null;
}

/** Of the rows `u` app_user, `f` its fence and `o` organization: the fence, or an outsider's own organisation. */
export const ceilingPath = sql<
  string | null
>`coalesce(f.path, case when u.user_type = any(${outsiderTypes}::text[]) then o.path end)`;

/** In force today: begun, not ended, in an organisation that is enabled (AU-R28). The primary one comes first. */
export async function effectivePosts(tx: Tx, userId: string): Promise<Post[]> {
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
      "f.path as fencePath",
      ceilingPath.as("ceilingPath"),
      "p.name as positionName",
      "m.isPrimary",
      "m.endDate",
    ])
    .where("m.userId", "=", userId)
    .where(postInForce(tx))
    .orderBy("m.isPrimary", "desc")
    .orderBy("m.startDate")
    .orderBy("m.id")
    .execute();
}

/** `上海浦东体验中心(店长)`; somebody with two positions in one organisation is `组织(甲、乙)`. */
export function postName(posts: readonly Post[]): string {
  const positions = posts.map((post) => post.positionName).join("、");
  return `${posts[0]?.organizationName ?? ""}(${positions})`;
}

/** The posts of each organisation, in order. */
export function byOrganization(posts: readonly Post[]): Map<string, Post[]> {
  return Map.groupBy(posts, (post) => post.organizationId);
}
