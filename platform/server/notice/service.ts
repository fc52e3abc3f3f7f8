import type {
  AnswerFrom,
  BodyOf,
  countUnreadNotices,
  listNotices as listEndpoint,
  QueryOf,
  readNotices as readEndpoint,
} from "@ops/platform/contract";
import { countedPage } from "../db/list/counted-page.ts";
import type { Tx } from "../db/tx.ts";
import { numberParam } from "../params/declare.ts";
import { db } from "../tables.ts";

export const noticeKeepDays = numberParam("notice.keepDays", 90, {
  group: "通知",
  description: "站内通知的保留天数",
  min: 7,
  max: 730,
});

/** One's own, the newest first. */
export async function listNotices(
  tx: Tx,
  { category, isUnread, ...paging }: QueryOf<typeof listEndpoint>,
): Promise<AnswerFrom<typeof listEndpoint>> {
  let mine = db(tx).selectFrom("notice").where("userId", "=", tx.actor.userId);
  if (category) mine = mine.where("category", "=", category);
  if (isUnread) mine = mine.where("readAt", "is", null);
  const page = await countedPage(paging, {
    rows: (limit, offset) =>
      mine
        .select(["id", "category", "level", "title", "content", "route", "readAt", "createdAt"])
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .offset(offset)
        .execute(),
    count: async (limit) => (await mine.select("id").limit(limit).execute()).length,
  });
  return { ...page, list: page.list.map(({ readAt, ...row }) => ({ ...row, isRead: readAt !== null })) };
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
  // other tabs of the same person count again
  if (numUpdatedRows > 0n) await tx.tell({ userId: tx.actor.userId }, { type: "notice.read" });
  return { read: Number(numUpdatedRows) };
}

export async function forgetOldNotices(tx: Tx): Promise<void> {
  const oldest = new Date(tx.now.getTime() - tx.param(noticeKeepDays) * 86_400_000);
  await db(tx).deleteFrom("notice").where("createdAt", "<", oldest).execute();
}
