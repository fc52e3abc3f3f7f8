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
import { hasPrimary } from "./primary.ts";
import { type MembershipRow, memberships } from "./tables.ts";

export async function addPost(
  tx: Tx,
  userId: string,
  body: BodyOf<typeof contract.addMembership>,
): Promise<PresentedMembership> {
  const user = await lockHolder(tx, userId);
  if (user.status === "LEFT") throw userErrors.left();
  if (body.isPrimary || !hasPrimary((await heldPosts(tx, [userId])).get(userId) ?? [])) refuseStaffManaged(user);
  const [opened] = await openMemberships(tx, [{ user, ...body }]);
  await bumpRights(tx, [userId]);
  return presentMembership(tx, opened?.id ?? "");
}

/** A batch knows no versions. */
type Ending = Omit<BodyOf<typeof contract.endMembership>, "version"> & { readonly version: number | null };

/** Ends it now: what it granted is over at once, and whoever has no other post is signed out. */
export async function endPost(tx: Tx, id: string, body: Ending): Promise<PresentedMembership> {
  const { user, membership } = await lockMembership(tx, id, body.version);
  if (membership.isPrimary) refuseStaffManaged(user);
  await requireGrantable(tx, membership);
  const next = membership.isPrimary ? await nextPrimary(tx, membership, body.nextPrimaryId) : null;
  tx.trail.reason = body.reason;
  const today = dayOf(tx.now);
  // one that never began ends on the day it would have begun: the days stay in order
  const endDate = membership.startDate > today ? membership.startDate : today;
  await changeRecord(tx, memberships, membership, { status: "ENDED", endDate, isPrimary: false });
  if (next) await changeRecord(tx, memberships, next, { isPrimary: true });
  await revokeAll(tx, [id]);
  await bumpRights(tx, [user.id]);
  await signOutWithoutPost(tx, user);
  return presentMembership(tx, id);
}

/** The days of a post are those of its roles: only what the actor could give is prolonged, brought forward or ended (AU-R16). */
export async function requireGrantable(tx: Tx, { id, userId, organizationId }: MembershipRow): Promise<void> {
  const carried = await carriedRoles(tx, { membershipId: id });
  const wanted = carried.map(({ role }) => ({ role, userId, organizationId }));
  const breach = (await grantBreaches(tx, wanted)).find((one) => one !== null);
  if (breach) throw breach;
}

/** A non-administrator without a post in force cannot work (AU-R12). */
async function signOutWithoutPost(tx: Tx, user: Pick<UserRow, "id" | "boolAdmin">): Promise<void> {
  if (user.boolAdmin || (await effectivePosts(tx, user.id)).length > 0) return;
  await endSessions(tx, user.id, "NO_ORG");
}

/** First the person, then the post: everybody who changes posts takes turns on the person. */
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

/** Ending the primary one asks for the next where there is a choice (AU-R12). */
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
