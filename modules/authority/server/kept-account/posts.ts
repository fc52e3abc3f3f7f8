import { commonErrors, dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { membershipErrors, userErrors } from "../../contract/index.ts";
import { lockUser } from "../account/usable.ts";
import { db } from "../database.ts";
import { requireGivable } from "../grant/rules.ts";
import { closePost, openPost } from "../membership/change.ts";
import { followPositions } from "../membership/position-grants.ts";
import { appointPrimaries } from "../membership/primary.ts";
import { type MembershipRow, memberships } from "../membership/tables.ts";
import { refuseSelf } from "../person/guards.ts";
import type { UserRow } from "../person/tables.ts";
import { requirePosition } from "../position/published.ts";
import { bumpRights } from "../rights/bump.ts";
import { giveRoles, isKeptBy } from "./place.ts";

/** Marks the grants that a module gave a post, as opposed to those that people gave. */
const BY_MODULE = "随人员档案";

export interface AddedPost {
  readonly userId: string;
  readonly organizationId: string;
  readonly positionCode: string;
  /** Whether it becomes the primary post; the first post of a person always is. */
  readonly isPrimary?: boolean;
}

/**
 * Adds a post from today on, for somebody whose account a module keeps or who belongs to the brand. What the position
 * brings along is weighed against the rights of whoever acts (AU-R15). Answers its id.
 */
export async function addPost(tx: Tx, { userId, organizationId, positionCode, isPrimary = false }: AddedPost) {
  const user = await lockWorker(tx, userId);
  if (user.status === "LEFT") throw userErrors.left();
  const { id: positionId } = await requirePosition(tx, positionCode);
  return openPost(tx, user, { organizationId, positionId, startDate: dayOf(tx.now), endDate: null, isPrimary });
}

/**
 * Ends a post now, with all that it granted; the longest-standing other one becomes the primary one. Told twice, it changes
 * nothing.
 */
export async function endPost(tx: Tx, postId: string): Promise<void> {
  const { user, post } = await lockPost(tx, postId);
  if (post.status === "ENDED") return;
  await closePost(tx, user, post, null);
  await appointPrimaries(tx, [user.id]);
}

/** Tells whether a post has ended, and holds no roles any more. Locks nothing. */
export async function hasPostEnded(tx: Tx, postId: string): Promise<boolean> {
  const post = await db(tx).selectFrom("membership").select("status").where("id", "=", postId).executeTakeFirst();
  return post?.status === "ENDED";
}

/**
 * Sets the roles of a post: those of its position, or these alone, whatever else it held. What is added is weighed against the
 * rights of whoever acts (AU-R15); what is taken away is the module's rule. Told twice, it changes nothing.
 */
export async function setPostRoles(tx: Tx, postId: string, roles: "POSITION" | readonly string[]): Promise<void> {
  const { user, post } = await lockPost(tx, postId);
  if (post.status === "ENDED") throw membershipErrors.membershipEnded();
  const followsPosition = roles === "POSITION";
  const wanted = followsPosition ? [] : roles;
  const organization = await placeOf(tx, post);
  if (followsPosition !== post.followsPosition) {
    await changeRecord(tx, memberships, post, { followsPosition });
    if (followsPosition) await requirePositionRoles(tx, user, post, organization);
  }
  const isOver = followsPosition
    ? sql<boolean>`source <> 'POSITION' and reason = ${BY_MODULE}`
    : sql<boolean>`source = 'POSITION' or role_id <> all (${wanted}::uuid[])`;
  await sql`update role_grant set status = 'REVOKED', version = version + 1, updated_at = ${tx.now},
      updated_by = ${tx.actor.userId}
    where membership_id = ${postId} and status = 'ACTIVE' and (${isOver})`.execute(tx.kysely);
  const held = await db(tx)
    .selectFrom("roleGrant")
    .select("roleId")
    .where("membershipId", "=", postId)
    .where("status", "=", "ACTIVE")
    .where("source", "<>", "POSITION")
    .execute();
  const added = wanted.filter((id) => !held.some(({ roleId }) => roleId === id));
  await giveRoles(tx, { id: postId, user, organization }, added, BY_MODULE);
  await followPositions(tx, [postId]);
  await bumpRights(tx, [user.id]);
}

interface Place {
  readonly id: string;
  readonly type: string;
}

async function requirePositionRoles(tx: Tx, user: UserRow, { positionId }: MembershipRow, organization: Place) {
  const { defaultRoleIds } = await db(tx)
    .selectFrom("position")
    .select("defaultRoleIds")
    .where("id", "=", positionId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (defaultRoleIds.length === 0) return;
  const brought = { user, organization, validTo: null, fromPosition: true };
  await requireGivable(
    tx,
    defaultRoleIds.map((roleId) => ({ ...brought, roleId })),
  );
}

function placeOf(tx: Tx, { organizationId }: MembershipRow): Promise<Place> {
  const asked = db(tx).selectFrom("organization").select(["id", "type"]).where("id", "=", organizationId);
  return asked.executeTakeFirstOrThrow();
}

/**
 * Locks the person first and then the post, as everybody does who changes posts. The data scope is not asked: the calling
 * module has checked it.
 */
async function lockPost(tx: Tx, id: string): Promise<{ user: UserRow; post: MembershipRow }> {
  const asked = db(tx).selectFrom("membership").selectAll().where("id", "=", id);
  const found = await asked.executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  const user = await lockWorker(tx, found.userId);
  return { user, post: await asked.forUpdate().executeTakeFirstOrThrow() };
}

/** Refuses administrators, programs, people of other companies whom no module keeps, and one's own posts. */
async function lockWorker(tx: Tx, userId: string): Promise<UserRow> {
  refuseSelf(tx, userId);
  const user = await lockUser(tx, userId);
  if (!user || user.boolAdmin || !(isKeptBy(user) || user.userType === "INTERNAL")) {
    throw new Error("not somebody whose posts a module gives");
  }
  return user;
}
