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
import { changeRecord } from "../db/record.ts";
import type { Tx } from "../db/tx.ts";
import type { Download, Steps, UploadedFile } from "../http/route.ts";
import type { JobRun } from "../jobs/job.ts";
import { countToday } from "../limits.ts";
import { numberParam } from "../params/declare.ts";
import { db, type FileRow, files } from "../tables.ts";
import { isGenuine, type SignedAddress, signedAddress } from "./address.ts";
import { checkFile, keepFile } from "./keep.ts";

const LOOSE_HOURS = 24;

export async function uploadFile(steps: Steps, bizType: string, file: UploadedFile): Promise<FileRow> {
  const kind = await steps.commit(async (tx) => tx.files.kinds.get(bizType));
  if (!kind) throw commonErrors.param({ field: "附件所属业务" });
  if (kind.write !== "session" && !steps.actor.can(kind.write)) throw commonErrors.forbidden();
  const checked = await checkFile(kind, file);
  await steps.commit((tx) => countUpload(tx, file.content.size));
  return keepFile(steps, { ...checked, bizType, uploaderId: steps.actor.userId, content: file.content });
}

export const uploadDailyMb = numberParam("file.dailyMb", 1_000, {
  group: "数据安全",
  description: "每人每天可上传附件的总量（MB）",
  min: 10,
  max: 100_000,
});

/** What somebody has sent today, in KB; refused, it does not count (PF-R92). */
async function countUpload(tx: Tx, bytes: number): Promise<void> {
  const limit = tx.param(uploadDailyMb);
  const sent = await countToday(tx, `upload:${tx.actor.userId}`, Math.ceil(bytes / 1024));
  if (sent > limit * 1024) throw fileErrors.quota({ n: limit });
}

/**
 * Makes a file part of a record, in the transaction that saves the record: the uploader's own, of the same kind, less than
 * a day old. Bound to the same record already, nothing changes; anything else is FILE_INVALID.
 */
export async function bindFile(tx: Tx, fileId: string, record: { bizType: string; bizId: string }): Promise<void> {
  tx.trail.aboutLocked();
  const file = await lockFile(tx, fileId);
  if (file.bizType !== record.bizType) throw fileErrors.invalid();
  if (file.status === "BOUND" && file.bizId === record.bizId) return;
  if (file.status !== "TEMP" || file.uploaderId !== tx.actor.userId || isStale(tx, file)) throw fileErrors.invalid();
  await changeRecord(tx, files, file, { status: "BOUND", bizId: record.bizId });
}

/** The facts of a file that is there, whoever asks: for modules that have checked the right themselves. */
export async function readFile(tx: Tx, fileId: string): Promise<FileRow> {
  const file = await db(tx).selectFrom("file").selectAll().where("id", "=", fileId).executeTakeFirst();
  if (!file || !isThere(file)) throw fileErrors.invalid();
  return file;
}

/** The same with its content. Not inside a transaction: the content may come over the network. */
export async function openFile(tx: Tx, fileId: string): Promise<{ file: FileRow; content: Readable }> {
  const file = await readFile(tx, fileId);
  return { file, content: await tx.files.storeOf(file.store).open(file.id) };
}

export async function giveAddress(tx: Tx, fileId: string) {
  const file = await readFile(tx, fileId);
  await requireFileReadable(tx, file);
  return signedAddress(tx, file.id);
}

/**
 * Told in the log in the name of whoever was given the address, before the file leaves (PF-R97). Pictures are shown in place
 * and loaded again with every page that holds them: the first look of a person at one is told, once a day.
 */
export async function noteFileDownload(tx: Tx, fileId: string, address: SignedAddress): Promise<void> {
  if (!(await isGenuine(tx, fileId, address))) throw fileErrors.invalid();
  const { by, at } = address;
  const { id, fileName, category } = await readFile(tx, fileId);
  tx.trail.about("file", id, fileName);
  tx.trail.by = { userId: by, name: await tx.personName(by), organizationIds: at === "" ? [] : at.split(",") };
  tx.trail.isTold = category === "IMAGE" && (await wasSeenToday(tx, id, by));
}

async function wasSeenToday(tx: Tx, fileId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_log where biz_type = 'file' and biz_id = ${fileId}
    and occurred_at >= ${startOfDay(dayOf(tx.now))} and actor_id = ${userId}
    and action_name = ${titleOf(getFileContent)} and result = 'SUCCESS' limit 1`.execute(tx.kysely);
  return rows.length > 0;
}

export async function fileContent(tx: Tx, fileId: string, address: SignedAddress): Promise<Download> {
  if (!(await isGenuine(tx, fileId, address))) throw fileErrors.invalid();
  const { file, content } = await openFile(tx, fileId);
  const { fileName, mime, size, category } = file;
  return { fileName, contentType: mime, size, isInline: category === "IMAGE", body: content };
}

/** Before it belongs to a record, its uploader alone may; afterwards whoever may change and see the record. */
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

/** Takes away what no record wants: loose for a day, or deleted. The claim comes first, so nothing is bound meanwhile. */
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

/** One that is there, locked; those of others that are loose do not exist for anybody else. */
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

/** A file of a record that one may not see is as good as none. */
function hidden(error: unknown): never {
  throw error instanceof BusinessError ? fileErrors.invalid() : error;
}

const isThere = ({ status, storedAt }: FileRow) => status !== "DELETED" && storedAt !== null;
const isStale = (tx: Tx, { createdAt }: FileRow) => tx.now.getTime() - createdAt.getTime() > LOOSE_HOURS * 3_600_000;
