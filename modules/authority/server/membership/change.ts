import { type BodyOf, dayOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { membershipErrors, userErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type PresentedMembership, presentMembership } from "../grant/present-membership.ts";
import { refuseAdministrator, refuseSelf, refuseStaffManaged } from "../person/guards.ts";
import { type UserRow, users } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { carriedRoles } from "../rights/carried-roles.ts";
import { grantBreaches } from "../rights/grant-guard.ts";
import { effectivePosts } from "../rights/posts.ts";
import { endSessions } from "../session/end.ts";
import { heldPosts } from "./dates.ts";
import { openMemberships } from "./open.ts";
import { revokeAll } from "./position-grants.ts";
import { hasPrimary, tellMoved } from "./primary.ts";
import { type MembershipRow, memberships } from "./tables.ts";

export async function addPost(
  tx: Tx,
  userId: string,
  body: BodyOf<typeof contract.addMembership>,
): Promise<PresentedMembership> {
  const user = await lockHolder(tx, userId);
  if (user.status === "LEFT") throw userErrors.left();
  if (body.isPrimary || !hasPrimary((await heldPosts(tx, [userId])).get(userId) ?? [])) refuseStaffManaged(user);
  return presentMembership(tx, await openPost(tx, user, body));
}

/** Adds a post to a person whose row is locked and answers its id. A first post becomes the primary one. */
export async function openPost(tx: Tx, user: UserRow, post: BodyOf<typeof contract.addMembership>): Promise<string> {
  const [opened] = await openMemberships(tx, [{ user, ...post }]);
  if (!opened) throw new Error("one post went in, none came out");
  await bumpRights(tx, [user.id]);
  return opened.id;
}

/** The version is null for batches, which do not send one. */
type Ending = Omit<BodyOf<typeof contract.endMembership>, "version"> & { readonly version: number | null };

/** Ends a membership now. Its grants end at once, and a person who has no other post is signed out. */
export async function endPost(tx: Tx, id: string, body: Ending): Promise<PresentedMembership> {
  const { user, membership } = await lockMembership(tx, id, body.version);
  if (membership.isPrimary) refuseStaffManaged(user);
  await requireGrantable(tx, membership);
  const next = membership.isPrimary ? await nextPrimary(tx, membership, body.nextPrimaryId) : null;
  tx.trail.reason = body.reason;
  await closePost(tx, user, membership, next);
  return presentMembership(tx, id);
}

/** Ends a locked post today. `next` becomes the primary post. */
export async function closePost(
  tx: Tx,
  user: Pick<UserRow, "id" | "boolAdmin">,
  membership: MembershipRow,
  next: MembershipRow | null,
): Promise<void> {
  const today = dayOf(tx.now);
  // a post that never began ends on the day it would have begun, so that its last day is not before its first
  const endDate = membership.startDate > today ? membership.startDate : today;
  await changeRecord(tx, memberships, membership, { status: "ENDED", endDate, isPrimary: false });
  if (next) await changeRecord(tx, memberships, next, { isPrimary: true });
  if (membership.isPrimary) await tellMoved(tx, [user.id]);
  await revokeAll(tx, [membership.id]);
  await bumpRights(tx, [user.id]);
  await signOutWithoutPost(tx, user);
}

/** The dates of a post decide how long its roles last, so the actor must be allowed to grant all of them (AU-R16). */
export async function requireGrantable(tx: Tx, { id, userId, organizationId }: MembershipRow): Promise<void> {
  const carried = await carriedRoles(tx, { membershipId: id });
  const wanted = carried.map(({ role }) => ({ role, userId, organizationId }));
  const breach = (await grantBreaches(tx, wanted)).find((one) => one !== null);
  if (breach) throw breach;
}

/** Signs out a person without a post in force, who cannot work; administrators need no post (AU-R12). */
async function signOutWithoutPost(tx: Tx, user: Pick<UserRow, "id" | "boolAdmin">): Promise<void> {
  if (user.boolAdmin || (await effectivePosts(tx, user.id)).length > 0) return;
  await endSessions(tx, user.id, "NO_ORG");
}

/** Locks the person and then the post, as all changes of posts do, so that they happen one after the other. */
export async function lockMembership(tx: Tx, id: string, version: number | null) {
  const { userId } = await requireRecord(tx, memberships, id);
  const user = await lockHolder(tx, userId);
  const membership = await lockRecord(tx, memberships, id, version, () => presentMembership(tx, id));
  if (membership.status === "ENDED") throw membershipErrors.membershipEnded();
  return { user, membership };
}

async function lockHolder(tx: Tx, userId: string): Promise<UserRow> {
  refuseSelf(tx, userId);
  const user = await lockRecord(tx, users, userId, null);
  refuseAdministrator(tx, user);
  tx.trail.about("appUser", user.id, user.staffNo);
  return user;
}

/** Finds the next primary post. The caller has to choose where several are possible (AU-R12). */
async function nextPrimary(tx: Tx, ending: MembershipRow, wantedId: string | null): Promise<MembershipRow | null> {
  const others = await db(tx)
    .selectFrom("membership")
    .selectAll()
    .where("userId", "=", ending.userId)
    .where("id", "<>", ending.id)
    .where("status", "=", "EFFECTIVE")
    .execute();
  const [first] = others;
  if (others.length < 2 && wantedId === null) return first ?? null;
  const next = others.find(({ id }) => id === wantedId);
  if (!next) throw membershipErrors.membershipNextPrimary();
  return next;
}
