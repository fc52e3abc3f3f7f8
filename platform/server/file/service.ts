import type { Readable } from "node:stream";
import {
  BusinessError,
  commonErrors,
  dayOf,
  fileErrors,
  getFileContent,
  startOfDay,
  titleOf,
} from "@ops/platform/contract";
import { sql } from "kysely";
import { changeRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import type { Download, Steps, UploadedFile } from "../http/route.ts";
import type { JobRun } from "../jobs/job.ts";
import { countToday } from "../limits.ts";
import { numberParam } from "../params/declare.ts";
import { db, type FileRow, files } from "../tables.ts";
import { isGenuine, type SignedAddress, signedAddress } from "./address.ts";
import { cleanImage } from "./image/clean-image.ts";
import type { ImageFacts } from "./image/exif.ts";
import { checkFile, keepFile } from "./keep.ts";

const LOOSE_HOURS = 24;
const PARTS_TOLD_MS = 10 * 60_000;

export async function uploadFile(steps: Steps, bizType: string, file: UploadedFile): Promise<FileRow> {
  const kind = await steps.commit(async (tx) => tx.files.kinds.get(bizType));
  if (!kind) throw commonErrors.param({ field: "附件所属业务" });
  const codes = [kind.write, ...(kind.add ?? [])];
  if (kind.write !== "session" && !codes.some((code) => steps.actor.can(code))) throw commonErrors.forbidden();
  const checked = await checkFile(kind, file);
  await steps.commit((tx) => countUpload(tx, file.content.size));
  const { facts, content: cleaned } = await cleanImage(checked.ext, file.content);
  await using content = cleaned;
  const kept = { ...checked, bizType, uploaderId: steps.actor.userId, facts };
  return await keepFile(steps, { ...kept, content: content ?? file.content });
}

export const uploadDailyMb = numberParam("file.dailyMb", 1_000, {
  group: "数据安全",
  description: "每人每天可上传附件的总量（MB）",
  min: 10,
  max: 100_000,
});

/** Counts the KB that a person has uploaded today. A refused upload does not count (PF-R92). */
async function countUpload(tx: Tx, bytes: number): Promise<void> {
  const limit = tx.param(uploadDailyMb);
  const sent = await countToday(tx, `upload:${tx.actor.userId}`, Math.ceil(bytes / 1024));
  if (sent > limit * 1024) throw fileErrors.quota({ n: limit });
}

/**
 * Binds a file to a record, in the transaction that saves the record. The file must be the uploader's own, of the same
 * kind and less than a day old. If it is bound to this record already, nothing changes; otherwise it is refused with
 * FILE_INVALID.
 */
export async function bindFile(tx: Tx, fileId: string, record: { bizType: string; bizId: string }): Promise<void> {
  tx.trail.aboutLocked();
  const file = await lockFile(tx, fileId);
  if (file.bizType !== record.bizType) throw fileErrors.invalid();
  if (file.status === "BOUND" && file.bizId === record.bizId) return;
  if (file.status !== "TEMP" || file.uploaderId !== tx.actor.userId || isStale(tx, file)) throw fileErrors.invalid();
  await changeRecord(tx, files, file, { status: "BOUND", bizId: record.bizId });
}

/** Lets go of a file with the line of the record that named it; its content is deleted soon. One that is gone stays gone. */
export async function releaseFile(tx: Tx, fileId: string, record: { bizType: string; bizId: string }): Promise<void> {
  const { bizType, bizId } = record;
  const file = await db(tx)
    .selectFrom("file")
    .selectAll()
    .where("id", "=", fileId)
    .where("bizType", "=", bizType)
    .where("bizId", "=", bizId)
    .where("status", "=", "BOUND")
    .forUpdate()
    .executeTakeFirst();
  if (file) await changeRecord(tx, files, file, { status: "DELETED" });
}

/** Reads an existing file without regard to rights, for modules that have checked them. */
export async function readFile(tx: Tx, fileId: string): Promise<FileRow> {
  const file = await db(tx).selectFrom("file").selectAll().where("id", "=", fileId).executeTakeFirst();
  if (!file || !isThere(file)) throw fileErrors.invalid();
  return file;
}

/**
 * Reads those of the files that exist, in this order and with one query: people who may change a record may remove its
 * files.
 */
export async function findFiles(tx: Tx, fileIds: readonly string[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  const found = await db(tx).selectFrom("file").selectAll().where("id", "in", fileIds).execute();
  const byId = new Map(found.filter(isThere).map((file) => [file.id, file]));
  return fileIds.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Opens an existing file with its content, without regard to rights. It must not run inside of a transaction, because the content may come over the
 * network.
 */
export async function openFile(tx: Tx, fileId: string): Promise<{ file: FileRow; content: Readable }> {
  const file = await readFile(tx, fileId);
  return { file, content: await tx.files.storeOf(file.store).open(file.id) };
}

/**
 * Finds when and where a picture was taken, as stored before these data were removed; both null if unknown (PF-R130).
 */
export async function imageFacts(tx: Tx, fileId: string): Promise<ImageFacts> {
  const { takenAt, takenLng: lng, takenLat: lat } = await readFile(tx, fileId);
  return { takenAt, place: lng === null || lat === null ? null : { lng, lat } };
}

export async function giveAddress(tx: Tx, fileId: string) {
  const file = await readFile(tx, fileId);
  await requireFileReadable(tx, file);
  return signedAddress(tx, file.id);
}

/**
 * Logs a download under the name of the person who got the address, before the file is sent (PF-R97). Pictures are
 * loaded with every page that shows them, so a person's first look at one is logged once a day. A player loads one part
 * after the other, so the first of ten minutes is logged.
 */
export async function noteFileDownload(tx: Tx, fileId: string, address: SignedAddress): Promise<void> {
  if (!(await isGenuine(tx, fileId, address))) throw fileErrors.invalid();
  const { by, at } = address;
  const { id, fileName, category } = await readFile(tx, fileId);
  tx.trail.about("file", id, fileName);
  tx.trail.by = { userId: by, name: await tx.personName(by), organizationIds: at === "" ? [] : at.split(",") };
  const since = toldSince(tx, category);
  tx.trail.isTold = since !== null && (await wasFetchedSince(tx, { fileId: id, userId: by, since }));
}

/** Finds since when the same download need not be logged again; null if each one counts. */
function toldSince({ now, request }: Tx, category: FileRow["category"]): Date | null {
  if (category === "IMAGE") return startOfDay(dayOf(now));
  return request.isForPart ? new Date(now.getTime() - PARTS_TOLD_MS) : null;
}

interface Fetched {
  readonly fileId: string;
  readonly userId: string;
  readonly since: Date;
}

async function wasFetchedSince(tx: Tx, { fileId, userId, since }: Fetched): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log where biz_type = 'file' and biz_id = ${fileId}
    and occurred_at >= ${since} and actor_id = ${userId}
    and action_name = ${titleOf(getFileContent)} and result = 'SUCCESS' limit 1`.execute(tx.kysely);
  return rows.length > 0;
}

export async function fileContent(tx: Tx, fileId: string, address: SignedAddress): Promise<Download> {
  if (!(await isGenuine(tx, fileId, address))) throw fileErrors.invalid();
  const { id, store: place, fileName, mime, size, category } = await readFile(tx, fileId);
  const store = tx.files.storeOf(place);
  return {
    fileName,
    contentType: mime,
    size,
    isInline: category === "IMAGE",
    body: () => store.open(id),
    part: (from, to) => store.openPart(id, from, to),
  };
}

/**
 * Removes a file. Before it belongs to a record only its uploader may do so; afterwards people who may change and see
 * the record.
 */
export async function removeFile(tx: Tx, fileId: string): Promise<true> {
  const file = await lockFile(tx, fileId);
  await requireFileReadable(tx, file);
  const kind = tx.files.kinds.get(file.bizType);
  const write = kind?.write ?? "";
  if (file.status === "BOUND" && write !== "session" && !tx.actor.can(write)) throw commonErrors.forbidden();
  if (file.status === "BOUND") await kind?.refuseRemoval?.(tx, file.bizId ?? "");
  await changeRecord(tx, files, file, { status: "DELETED" });
  return true;
}

/**
 * Deletes files that no record needs: unbound for a day, or deleted. They are claimed first, so that nobody binds them
 * meanwhile.
 */
export async function purgeFiles(work: Pick<JobRun, "step">): Promise<void> {
  const doomed = await work.step(async (tx) => {
    await sql`update file set status = 'DELETED', updated_at = ${tx.now} where status = 'TEMP'
      and created_at < ${tx.now}::timestamptz - make_interval(hours => ${LOOSE_HOURS})`.execute(tx.kysely);
    const rows = await db(tx)
      .selectFrom("file")
      .select(["id", "store"])
      .where("status", "=", "DELETED")
      .where("purgedAt", "is", null)
      .orderBy("updatedAt")
      .limit(1_000)
      .execute();
    return rows.map(({ id, store }) => ({ id, remove: () => tx.files.storeOf(store).remove(id) }));
  });
  for (const { id, remove } of doomed) {
    await remove();
    await work.step((tx) => db(tx).updateTable("file").set({ purgedAt: tx.now }).where("id", "=", id).execute());
  }
}

/** Locks an existing file. Unbound files of other people do not exist for the actor. */
async function lockFile(tx: Tx, fileId: string): Promise<FileRow> {
  const file = await db(tx).selectFrom("file").selectAll().where("id", "=", fileId).forUpdate().executeTakeFirst();
  if (!file || !isThere(file)) throw fileErrors.invalid();
  return file;
}

async function requireFileReadable(tx: Tx, file: FileRow): Promise<void> {
  const isOwn = file.uploaderId === tx.actor.userId;
  const kind = tx.files.kinds.get(file.bizType);
  if (file.status === "TEMP" || !kind?.requireReadable) {
    if (!isOwn) throw fileErrors.invalid();
    return;
  }
  await kind.requireReadable(tx, file.bizId ?? "").catch(hidden);
}

/** Answers for a file of a hidden record as if there were none. */
function hidden(error: unknown): never {
  throw error instanceof BusinessError ? fileErrors.invalid() : error;
}

const isThere = ({ status, storedAt }: FileRow) => status !== "DELETED" && storedAt !== null;
const isStale = (tx: Tx, { createdAt }: FileRow) => tx.now.getTime() - createdAt.getTime() > LOOSE_HOURS * 3_600_000;
