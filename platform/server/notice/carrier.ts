import { event, type NoticeCategory, type NoticeLevel } from "@ops/platform/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { on } from "../module.ts";
import { db } from "../tables.ts";

/** A notice on its way to one person. */
export interface CarriedNotice {
  /** One per notice and person: the key of whatever the carrier asks of others. */
  readonly noticeId: string;
  readonly userId: string;
  readonly category: NoticeCategory;
  readonly level: NoticeLevel;
  readonly title: string;
  readonly content: string;
  readonly route: string | null;
}

/** Another way by which notices reach people, beside the bell (PF-R124); a module names it under `noticeCarriers`. */
export interface NoticeCarrier {
  readonly key: `${string}.${string}`;
  /** The name for people, such as 企业微信. */
  readonly label: string;
  /** Hands the notice on with this transaction, such as by `tx.askOutside`; it never calls the network itself. */
  carry(tx: Tx, notice: CarriedNotice): Promise<void>;
}

const noticeLeaves = event(
  "platform.noticeLeaves",
  z.object({ noticeId: z.uuid(), carrier: z.string() }),
  ({ noticeId, carrier }) => `${noticeId}:${carrier}`, // a failing carrier delays only itself
);

/** Lets these notices travel with the commit, each once: one that took the place of an unread one has travelled already. */
export async function letTravel(tx: Tx, noticeIds: readonly string[]): Promise<void> {
  if (tx.noticeCarriers.length === 0 || noticeIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`update notice set carried_at = ${tx.now}
    where id = any(${noticeIds}::uuid[]) and carried_at is null returning id`.execute(tx.kysely);
  const leaving = rows.flatMap(({ id }) => tx.noticeCarriers.map(({ key }) => ({ noticeId: id, carrier: key })));
  await tx.publishAll(noticeLeaves, leaving);
}

/**
 * Runs in the transaction that notes the delivery, so that a crash neither loses nor repeats what the carrier writes.
 */
export const carryNotice = on(
  noticeLeaves,
  { name: "platform.carryNotice", title: "送出通知" },
  async (tx, { noticeId, carrier }) => {
    const way = tx.noticeCarriers.find(({ key }) => key === carrier);
    const notice = await db(tx)
      .selectFrom("notice")
      .select(["id as noticeId", "userId", "category", "level", "title", "content", "route"])
      .where("id", "=", noticeId)
      .executeTakeFirst();
    if (!way || !notice || (await isSwitchedOff(tx, notice, carrier))) return;
    await way.carry(tx, notice);
  },
);

async function isSwitchedOff(tx: Tx, { userId, category }: CarriedNotice, carrier: string): Promise<boolean> {
  const off = await db(tx)
    .selectFrom("noticeSwitchOff")
    .select("userId")
    .where("userId", "=", userId)
    .where("carrier", "=", carrier)
    .where("category", "=", category)
    .executeTakeFirst();
  return off !== undefined;
}
