import { commonErrors } from "@ops/platform/contract";
import { newId, requireRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { viewAsErrors } from "../../contract/index.ts";
import { accountRefusal } from "../account/usable.ts";
import { db } from "../database.ts";
import { type UserRow, users } from "../person/tables.ts";
import { compileRights } from "../rights/compile.ts";
import { effectivePosts, type Post, postName } from "../rights/posts.ts";
import { type Ended, endedColumns, summaryOf, tellPages } from "./end-views.ts";
import { exceedingRight } from "./exceeds.ts";

const LONGEST_MS = 30 * 60_000;

/** From the commit on, every call of this session reads as the person would (AU-R26). */
export const startViewAs = writes(contract.startViewAs, async (tx, { body: { userId, membershipId } }) => {
  const user = await requireRecord(tx, users, userId);
  const post = await requirePost(tx, user, membershipId);
  const sessionId = await lockSession(tx);
  const endsAt = new Date(tx.now.getTime() + LONGEST_MS);
  await db(tx)
    .insertInto("viewAs")
    .values({
      id: newId(),
      sessionId,
      viewerId: tx.actor.userId,
      userId,
      membershipId,
      organizationId: post.organizationId,
      startedAt: tx.now,
      expiresAt: endsAt,
    })
    .execute();
  await tellPages(tx, tx.actor.userId, sessionId);
  tx.trail.about(users.name, user.id, user.staffNo);
  tx.trail.summary = `${tx.actor.name} 以「${user.userName} · ${postName([post])}」的视角`;
  return { userName: user.userName, post: postName([post]), endsAt };
});

async function requirePost(tx: Tx, user: UserRow, membershipId: string): Promise<Post> {
  if (user.id === tx.actor.userId) throw viewAsErrors.self();
  if (user.boolAdmin) throw viewAsErrors.admin();
  const refusal = accountRefusal(user, tx.now);
  if (refusal) throw viewAsErrors.unusable({ reason: refusal.error.message });
  const post = (await effectivePosts(tx, user.id)).find((one) => one.membershipId === membershipId);
  if (!post) throw viewAsErrors.post();
  const rights = await compileRights(tx, user.id, [post.organizationId]);
  const name = await exceedingRight(tx, tx.actor, rights);
  if (name !== null) throw viewAsErrors.exceeds({ name });
  return post;
}

/** Two starts at once: the second waits here and finds a session that looks through other eyes already. */
async function lockSession(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from session where id = ${tx.actor.sessionId} and status = 'ACTIVE' for update`.execute(tx.kysely);
  const [session] = rows;
  if (!session) throw commonErrors.repeating();
  // asked only now: a statement that waited for the lock would still see the views of before
  const view = await db(tx)
    .selectFrom("viewAs")
    .select("id")
    .where("sessionId", "=", session.id)
    .where("leftAt", "is", null)
    .executeTakeFirst();
  if (view) throw commonErrors.repeating();
  return session.id;
}

/** Leaves the view; nothing happens when it has been left already. */
export const endViewAs = writes(contract.endViewAs, async (tx): Promise<true> => {
  const { rows } = await sql<Ended>`
    update view_as v set left_at = ${tx.now}, ended_at = coalesce(v.ended_at, ${tx.now}),
      end_reason = coalesce(v.end_reason, 'LEFT')
    from app_user u where u.id = v.user_id and v.session_id = ${tx.actor.sessionId} and v.left_at is null
    returning ${endedColumns}`.execute(tx.kysely);
  for (const view of rows) {
    tx.trail.about(users.name, view.userId, view.staffNo);
    tx.trail.summary = summaryOf(view, tx.actor.name);
    await tellPages(tx, view.viewerId, view.sessionId);
  }
  return true;
});
