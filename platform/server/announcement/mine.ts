import { commonErrors, type MyAnnouncement } from "@ops/platform/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";

/** The ids to which a person belongs: organisations with all above them, and roles. */
export interface Belongings {
  readonly organizationIds: readonly string[];
  readonly roleIds: readonly string[];
}

/** Finds them. The module that keeps organisations and roles provides it. */
export type BelongingsOf = (tx: Tx) => Promise<Belongings>;

const MOST_SHOWN = 50;

/** Lists what the actor sees now: pinned ones first, then the newest. */
export async function myAnnouncements(tx: Tx, belongingsOf: BelongingsOf): Promise<z.input<typeof MyAnnouncement>[]> {
  const rows = await shownTo(tx, await belongingsOf(tx))
    .leftJoin("announcementRead as r", (join) =>
      join.onRef("r.announcementId", "=", "a.id").on("r.userId", "=", tx.actor.userId),
    )
    .select(["a.id", "a.title", "a.content", "a.isPinned", "a.mustRead"])
    .select(sql<Date>`a.publish_at`.as("publishAt"))
    .select(sql<boolean>`r.read_at is not null`.as("isRead"))
    .orderBy("a.isPinned", "desc")
    .orderBy("a.publishAt", "desc")
    .orderBy("a.id", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return rows;
}

/** Marks an announcement as read. It is idempotent, and refuses announcements that the actor cannot see. */
export async function readAnnouncement(tx: Tx, id: string, belongingsOf: BelongingsOf): Promise<true> {
  const shown = await shownTo(tx, await belongingsOf(tx))
    .select(["a.id", "a.announcementNo"])
    .where("a.id", "=", id)
    .executeTakeFirst();
  if (!shown) throw commonErrors.notFound();
  tx.trail.about("announcement", id, shown.announcementNo);
  await db(tx)
    .insertInto("announcementRead")
    .values({ announcementId: id, userId: tx.actor.userId, readAt: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

function shownTo(tx: Tx, { organizationIds, roleIds }: Belongings) {
  return db(tx)
    .selectFrom("announcement as a")
    .where("a.status", "=", "PUBLISHED")
    .where("a.publishAt", "<=", tx.now)
    .where(sql<boolean>`(a.expire_at is null or a.expire_at > ${tx.now})`)
    .where(
      sql<boolean>`(a.audience = 'ALL' or (a.audience = 'ORGS' and a.audience_ids && ${organizationIds}::uuid[])
        or (a.audience = 'ROLES' and a.audience_ids && ${roleIds}::uuid[]))`,
    );
}
