import { dayOf } from "@ops/platform/contract";
import type { Actor, ActorOf, Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { administrator, member } from "./actor.ts";
import { compileRights, grantedRoles, rightsFrom, sourcesOf } from "./compile.ts";
import { byOrganization, effectivePosts, postName, postsOfPeople } from "./posts.ts";

/** Loads the present rights of a person, for work that continues after the session has ended (PF-R93). */
export const actorOf: ActorOf = async (tx, userId, organizationIds) => {
  const [person] = await peopleWhoCanAct(tx, [userId]);
  if (!person) return null;
  if (person.boolAdmin) return { actor: withoutSession(administrator(person)), place: "" };
  const rights = await compileRights(tx, userId, organizationIds);
  if (rights.organizationIds.length === 0) return null;
  const posts = byOrganization(await effectivePosts(tx, userId));
  const place = rights.organizationIds.map((id) => postName(posts.get(id) ?? [])).join("；");
  return { actor: withoutSession(member(person, rights)), place };
};

/**
 * Loads the present rights of people over all their posts, with the same queries for hundreds of people as for one
 * (PF-R123). Whoever can no longer act, or has no post in force, is left out.
 */
export async function actorsEverywhere(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, Actor>> {
  const people = await peopleWhoCanAct(tx, userIds);
  const members = people.filter(({ boolAdmin }) => !boolAdmin).map(({ userId }) => userId);
  const posts = await postsOfPeople(tx, members);
  const sources = await sourcesOf(tx, posts, await grantedRoles(tx, posts));
  const postsOf = Map.groupBy(posts, ({ userId }) => userId);
  const sourcesAt = Map.groupBy(sources, ({ post }) => post.membershipId);
  const actors = people.flatMap((person): Actor[] => {
    if (person.boolAdmin) return [administrator(person)];
    const held = postsOf.get(person.userId) ?? [];
    const given = held.flatMap(({ membershipId }) => sourcesAt.get(membershipId) ?? []);
    return held.length === 0 ? [] : [member(person, rightsFrom(person.userId, held, given))];
  });
  return new Map(actors.map((actor) => [actor.userId, withoutSession(actor)]));
}

const withoutSession = (actor: Actor): Actor => ({ ...actor, sessionId: null });

/** Finds those of these people whose account lets them work now. */
async function peopleWhoCanAct(tx: Tx, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  const users = await db(tx)
    .selectFrom("appUser")
    .select(["id as userId", "userName", "boolAdmin", "status", "validUntil", "readOnly", "frozenReason"])
    .where(sql<boolean>`id = any(${userIds}::uuid[])`)
    .where("deletedAt", "is", null)
    .execute();
  const today = dayOf(tx.now);
  return users
    .filter(({ status, frozenReason }) => frozenReason === null && (status === "ACTIVE" || status === "PENDING"))
    .filter(({ validUntil }) => validUntil === null || validUntil >= today)
    .map(({ userId, userName, boolAdmin, readOnly }) => ({ userId, userName, boolAdmin, readOnly, sessionId: "" }));
}
