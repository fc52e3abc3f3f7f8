import {
  type Announcement,
  announcementErrors,
  announcementStates,
  type BodyOf,
  type createAnnouncement as createEndpoint,
  type editAnnouncement as editEndpoint,
  type listAnnouncements as listEndpoint,
  type Page,
  type QueryOf,
} from "@ops/platform/contract";
import { sql } from "kysely";
import type { z } from "zod";
import { contains, is } from "../db/list/condition.ts";
import { listPage } from "../db/list/list-page.ts";
import { onlyOf } from "../db/record/only.ts";
import { changeRecord, insertRecord, lockRecord, removeRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { type AnnouncementRow, announcements, db } from "../tables.ts";

type Presented = z.input<typeof Announcement>;
type Written = BodyOf<typeof createEndpoint>;

export async function listAnnouncements(tx: Tx, query: QueryOf<typeof listEndpoint>): Promise<Page<Presented>> {
  const page = await listPage(tx, announcements, query, {
    where: [is("status", query.status), contains("title", query.keyword)],
    orderBy: ["createdAt", "desc"],
  });
  return { ...page, list: await present(tx, page.list) };
}

export async function createAnnouncement(tx: Tx, body: Written): Promise<Presented> {
  const values = await checkWritten(tx, body);
  const announcementNo = await tx.nextNumber("announcement");
  const orgId = tx.actor.organizationIds[0] ?? null;
  const started = { status: announcementStates.initial, toldAt: null } as const;
  return presentOne(tx, await insertRecord(tx, announcements, { ...values, announcementNo, orgId, ...started }));
}

export async function editAnnouncement(tx: Tx, id: string, body: BodyOf<typeof editEndpoint>): Promise<Presented> {
  const { version, ...written } = body;
  const row = await lockRecord(tx, announcements, id, version, presentOne);
  const status = announcementStates.next(row.status, "edit");
  return presentOne(tx, await changeRecord(tx, announcements, row, { ...(await checkWritten(tx, written)), status }));
}

/** Publishes an announcement now or at its time. People who have read an earlier issue must read this one too. */
export async function publishAnnouncement(tx: Tx, id: string, version: number): Promise<Presented> {
  const row = await lockRecord(tx, announcements, id, version, presentOne);
  const status = announcementStates.next(row.status, "publish");
  const publishAt = row.publishAt && row.publishAt > tx.now ? row.publishAt : tx.now;
  if (row.expireAt && row.expireAt <= publishAt) throw announcementErrors.expired();
  await requireReach(tx, row); // the scope may have shrunk since it was written
  await db(tx).deleteFrom("announcementRead").where("announcementId", "=", id).execute();
  const toldAt = publishAt > tx.now ? null : tx.now;
  const published = await changeRecord(tx, announcements, row, { status, publishAt, toldAt });
  if (toldAt) await tellChange(tx);
  return presentOne(tx, published);
}

export async function withdrawAnnouncement(tx: Tx, id: string, version: number): Promise<Presented> {
  const row = await lockRecord(tx, announcements, id, version, presentOne);
  const status = announcementStates.next(row.status, "withdraw");
  const withdrawn = await changeRecord(tx, announcements, row, { status });
  await tellChange(tx);
  return presentOne(tx, withdrawn);
}

export async function removeAnnouncement(tx: Tx, id: string, version: number): Promise<true> {
  const row = await lockRecord(tx, announcements, id, version, presentOne);
  announcementStates.next(row.status, "remove");
  await removeRecord(tx, announcements, row);
  return true;
}

/** Publishes announcements whose time has come since the last run. */
export async function tellDueAnnouncements(tx: Tx): Promise<void> {
  const due = await db(tx)
    .updateTable("announcement")
    .set({ toldAt: tx.now })
    .where("status", "=", "PUBLISHED")
    .where("toldAt", "is", null)
    .where("publishAt", "<=", tx.now)
    .returning("id")
    .execute();
  if (due.length > 0) await tellChange(tx);
}

function tellChange(tx: Tx): Promise<void> {
  return tx.tell("everyone", { type: "announcement.changed" });
}

async function checkWritten(tx: Tx, written: Written): Promise<Written> {
  const { audience, publishAt, expireAt } = written;
  if (expireAt && expireAt <= (publishAt ?? tx.now)) throw announcementErrors.timeOrder();
  const audienceIds = audience === "ALL" ? [] : [...new Set(written.audienceIds)];
  if (audience !== "ALL" && audienceIds.length === 0) throw announcementErrors.audienceEmpty();
  const values = { ...written, audienceIds };
  await requireReach(tx, values);
  return values;
}

/** Requires that the audience lies within the data scope. Only the scope ALL may address everybody or roles. */
async function requireReach(tx: Tx, { audience, audienceIds }: Pick<Written, "audience" | "audienceIds">) {
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all) return;
  if (audience !== "ORGS" || !scope.organizations) throw announcementErrors.audienceBeyond();
  const { rows } = await sql`select 1 from unnest(${audienceIds}::uuid[]) as wanted(id)
    where wanted.id not in (${scope.organizations}) limit 1`.execute(tx.kysely);
  if (rows.length > 0) throw announcementErrors.audienceBeyond();
}

async function presentOne(tx: Tx, row: AnnouncementRow): Promise<Presented> {
  return onlyOf(await present(tx, [row]));
}

async function present(tx: Tx, rows: readonly AnnouncementRow[]): Promise<Presented[]> {
  const ids = rows.map(({ id }) => id);
  const counted = await db(tx)
    .selectFrom("announcementRead")
    .select(["announcementId", sql<number>`count(*)::int`.as("readers")])
    .where(sql<boolean>`announcement_id = any(${ids}::uuid[])`)
    .groupBy("announcementId")
    .execute();
  const readers = new Map(counted.map((one) => [one.announcementId, one.readers]));
  const names = new Map<string, string>();
  for (const { createdBy } of rows) if (!names.has(createdBy)) names.set(createdBy, await tx.personName(createdBy));
  return rows.map((row) => ({
    ...row,
    isWaiting: row.status === "PUBLISHED" && row.publishAt !== null && row.publishAt > tx.now,
    isExpired: row.status === "PUBLISHED" && row.expireAt !== null && row.expireAt <= tx.now,
    readCount: readers.get(row.id) ?? 0,
    createdByName: names.get(row.createdBy) ?? "",
  }));
}
