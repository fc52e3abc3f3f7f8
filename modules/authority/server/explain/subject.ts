import type { Actor, Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { activeIds } from "../effective/active-places.ts";
import type { UserRow } from "../person/tables.ts";
import { administrator, member } from "../rights/actor.ts";
import { compileRights, type GrantedSource, type Rights, rightsFrom } from "../rights/compile.ts";
import { effectivePosts, type Post } from "../rights/posts.ts";

/** The person the question is about, with rights compiled as for every call. */
export interface Subject {
  readonly user: UserRow;
  readonly membershipId: string | null;
  readonly posts: readonly Post[];
  /** Null for a boolAdmin, who needs none. */
  readonly rights: Rights | null;
  /** As whom the person's calls are admitted. */
  readonly actor: Actor;
}

export async function subjectOf(tx: Tx, user: UserRow, asked: string | null | undefined): Promise<Subject> {
  const isNow = asked === undefined && user.id === tx.actor.userId;
  const ids = isNow ? [...tx.actor.organizationIds] : await activeIds(tx, user.id, asked);
  const membershipId = asked ?? null;
  if (user.boolAdmin) return { user, membershipId, posts: [], rights: null, actor: administrator(personOf(user)) };
  const posts = (await effectivePosts(tx, user.id)).filter(({ organizationId }) => ids.includes(organizationId));
  return withRights({ user, membershipId, posts }, await compileRights(tx, user.id, ids));
}

/** The same person with these rights only. */
export function withSources({ user, membershipId, posts }: Subject, sources: readonly GrantedSource[]): Subject {
  return withRights({ user, membershipId, posts }, rightsFrom(user.id, posts, sources));
}

function withRights(who: Pick<Subject, "user" | "membershipId" | "posts">, rights: Rights): Subject {
  return { ...who, rights, actor: member(personOf(who.user), rights) };
}

const personOf = ({ id, userName, boolAdmin, readOnly }: UserRow) => ({
  userId: id,
  userName,
  boolAdmin,
  readOnly,
  sessionId: "",
});

/** A grant at the person's posts that does not count at the moment, and why. */
export type IdleGrant = Awaited<ReturnType<typeof idleGrants>>[number];

const MOST = 200;

/** The newest first; of somebody who has a post. */
export async function idleGrants(tx: Tx, { posts, rights }: Subject) {
  const rows = await db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("role as r", "r.id", "g.roleId")
    .select(["g.id", "g.membershipId", "g.status", "g.validFrom", "g.validTo", "g.updatedAt"])
    .select(["r.id as roleId", "r.name as roleName", "r.status as roleStatus"])
    .select(["r.menuKeys", "r.permissionCodes", "r.excludedInterfaces"])
    .where(
      "g.membershipId",
      "in",
      posts.map(({ membershipId }) => membershipId),
    )
    .where("r.deletedAt", "is", null)
    .orderBy("g.updatedAt", "desc")
    .limit(MOST)
    .execute();
  const counting = new Set(rights?.sources.map(({ role }) => role.grantId));
  return rows.filter(({ id }) => !counting.has(id));
}
