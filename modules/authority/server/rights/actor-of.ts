import { dayOf } from "@ops/platform/contract";
import type { ActorOf } from "@ops/platform/server";
import { db } from "../database.ts";
import { administrator, member } from "./actor.ts";
import { compileRights } from "./compile.ts";
import { byOrganization, effectivePosts, postName } from "./posts.ts";

/** Loads the present rights of a person, for work that continues after the session has ended (PF-R93). */
export const actorOf: ActorOf = async (tx, userId, organizationIds) => {
  const user = await db(tx)
    .selectFrom("appUser")
    .select(["userName", "boolAdmin", "status", "validUntil", "readOnly", "frozenReason"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  const mayAct = user && user.frozenReason === null && (user.status === "ACTIVE" || user.status === "PENDING");
  if (!mayAct || (user.validUntil !== null && user.validUntil < dayOf(tx.now))) return null;
  const { userName, boolAdmin, readOnly } = user;
  const person = { userId, userName, boolAdmin, readOnly, sessionId: "" };
  if (boolAdmin) return { actor: { ...administrator(person), sessionId: null }, place: "" };
  const rights = await compileRights(tx, userId, organizationIds);
  if (rights.organizationIds.length === 0) return null;
  const posts = byOrganization(await effectivePosts(tx, userId));
  const place = rights.organizationIds.map((id) => postName(posts.get(id) ?? [])).join("；");
  return { actor: { ...member(person, rights), sessionId: null }, place };
};
