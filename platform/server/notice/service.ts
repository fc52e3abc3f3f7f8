import {
  type AnswerFrom,
  type BodyOf,
  commonErrors,
  type countUnreadNotices,
  type listNotices as listEndpoint,
  type QueryOf,
  REACHABLE_ROWS,
  type readNotices as readEndpoint,
} from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import { numberParam } from "../params/declare.ts";
import { db } from "../tables.ts";

export const noticeKeepDays = numberParam("notice.keepDays", 90, {
  ...{ group: "通知", description: "站内通知的保留天数", min: 7, max: 730 },
});

/** One's own, the newest first. */
export async function listNotices(
  tx: Tx,
  { category, isUnread, pageNo, pageSize }: QueryOf<typeof listEndpoint>,
): Promise<AnswerFrom<typeof listEndpoint>> {
  if (pageNo * pageSize > REACHABLE_ROWS) throw commonErrors.tooManyRows();
  let mine = db(tx).selectFrom("notice").where("userId", "=", tx.actor.userId);
  if (category) mine = mine.where("category", "=", category);
  if (isUnread) mine = mine.where("readAt", "is", null);
  const { total } = await db(tx)
    .selectFrom(mine.select("id").limit(REACHABLE_ROWS).as("reachable"))
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await mine
    .select(["id", "category", "level", "title", "content", "route", "readAt", "createdAt"])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute();
  const list = rows.map(({ readAt, ...row }) => ({ ...row, isRead: readAt !== null }));
  const totalKind = Number(total) < REACHABLE_ROWS ? "exact" : "atLeast";
  return { list, total: Number(total), totalKind, pageNo, pageSize };
}

export async function countUnread(tx: Tx): Promise<AnswerFrom<typeof countUnreadNotices>> {
  const rows = await db(tx)
    .selectFrom("notice")
    .select(["category", ({ fn }) => fn.countAll<number>().as("count")])
    .where("userId", "=", tx.actor.userId)
    .where("readAt", "is", null)
    .groupBy("category")
    .execute();
  const byCategory = { TASK: 0, APPROVAL: 0, WARNING: 0, SYSTEM: 0 };
  for (const { category, count } of rows) byCategory[category] = Number(count);
  return { total: Object.values(byCategory).reduce((sum, count) => sum + count, 0), byCategory };
}

export async function readNotices(
  tx: Tx,
  { ids, category }: BodyOf<typeof readEndpoint>,
): Promise<AnswerFrom<typeof readEndpoint>> {
  let unread = db(tx)
    .updateTable("notice")
    .set({ readAt: tx.now })
    .where("userId", "=", tx.actor.userId)
    .where("readAt", "is", null);
  if (ids) unread = unread.where("id", "in", ids);
  if (category) unread = unread.where("category", "=", category);
  const { numUpdatedRows } = await unread.executeTakeFirst();
  // other tabs of the same person count anew
  if (numUpdatedRows > 0n) await tx.tell({ userId: tx.actor.userId }, { type: "notice.read" });
  return { read: Number(numUpdatedRows) };
}

export async function forgetOldNotices(tx: Tx): Promise<void> {
  const oldest = new Date(tx.now.getTime() - tx.param(noticeKeepDays) * 86_400_000);
  await db(tx).deleteFrom("notice").where("createdAt", "<", oldest).execute();
}
