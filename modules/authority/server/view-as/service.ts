import { type AnswerFrom, type BodyOf, commonErrors } from "@ops/platform/contract";
import { insertPastAudits, newId, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { endViewAs as endEndpoint, viewAsErrors } from "../../contract/index.ts";
import { accountRefusal } from "../account/usable.ts";
import { db } from "../database.ts";
import { compileRights } from "../rights/compile.ts";
import { effectivePosts, type Post, postName } from "../rights/posts.ts";
import { type UserRow, users } from "../user/tables.ts";
import { exceedingRight } from "./exceeds.ts";

const LONGEST_MS = 30 * 60_000;

type Wanted = BodyOf<typeof contract.startViewAs>;

/** From the commit on, every call of this session reads as the person would (AU-R26). */
export async function startViewAs(
  tx: Tx,
  { userId, membershipId }: Wanted,
): Promise<AnswerFrom<typeof contract.startViewAs>> {
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
}

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
export async function endViewAs(tx: Tx): Promise<true> {
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
}

interface Ended {
  readonly sessionId: string;
  readonly viewerId: string;
  readonly userId: string;
  readonly userName: string;
  readonly staffNo: string | null;
  readonly endReason: "LEFT" | "TIMEOUT" | "SESSION";
}
const endedColumns = sql`v.session_id as "sessionId", v.viewer_id as "viewerId", v.user_id as "userId",
  u.user_name as "userName", u.staff_no as "staffNo", v.end_reason as "endReason"`;

const reasons = { LEFT: "主动退出", TIMEOUT: "满30分钟", SESSION: "会话结束" } as const;

const summaryOf = ({ userName, endReason }: Ended, viewerName: string) =>
  `${viewerName} 以「${userName}」的视角，${reasons[endReason]}`;

/** Every minute: what has run out, and what is left of sessions that are over. */
export async function endViews(tx: Tx): Promise<void> {
  const { rows } = await sql<Ended>`
    update view_as v set ended_at = ${tx.now},
      end_reason = case when s.status = 'ENDED' then 'SESSION' else 'TIMEOUT' end,
      left_at = case when s.status = 'ENDED' then ${tx.now}::timestamptz end
    from app_user u, session s
    where u.id = v.user_id and s.id = v.session_id and v.ended_at is null
      and (v.expires_at <= ${tx.now} or s.status = 'ENDED')
    returning ${endedColumns}`.execute(tx.kysely);
  for (const view of rows) {
    await tellPages(tx, view.viewerId, view.sessionId);
    await logEnd(tx, view);
  }
}

async function tellPages(tx: Tx, viewerId: string, sessionId: string): Promise<void> {
  await tx.invalidate(`session:${viewerId}`);
  await tx.tell({ sessionId }, { type: "viewAs.changed" });
}

/** No call stands behind it, so the kernel writes no audit row. */
async function logEnd(tx: Tx, view: Ended): Promise<void> {
  const viewerName = await tx.personName(view.viewerId);
  await insertPastAudits(tx, [
    {
      id: newId(),
      occurredAt: tx.now,
      actorId: view.viewerId,
      actorName: viewerName,
      actorOrgId: "",
      ip: tx.request.ip,
      module: "authority",
      bizType: users.name,
      bizId: view.userId,
      bizNo: view.staffNo,
      action: "authority.viewAsEnd",
      actionName: endEndpoint.audit,
      summary: summaryOf(view, viewerName),
      diffs: [],
      reason: null,
      source: "JOB",
      result: "SUCCESS",
      traceId: tx.request.requestId,
    },
  ]);
}
