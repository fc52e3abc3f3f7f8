import { Readable } from "node:stream";
import { commonErrors, fileErrors, taskErrors, type taskParts } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import { requireRecord } from "../db/record.ts";
import type { Tx } from "../db/tx.ts";
import { zipStream } from "../excel/zip-stream.ts";
import type { FileKind } from "../file/kind.ts";
import { openFile } from "../file/service.ts";
import type { Download } from "../http/route.ts";
import { db, type TaskRow, tasks } from "../tables.ts";
import { ownOnly } from "./mine.ts";
import type { TaskWork } from "./work.ts";

type Part = (typeof taskParts)[number];

/** Results of tasks: no address leads to them, they leave through the download centre alone. */
export const taskFiles: FileKind = {
  bizType: "task",
  write: "platform:job:none",
  requireReadable: async () => {
    throw fileErrors.invalid();
  },
};

/**
 * One's own, with the right that made it still in force (PF-R93): where the person works today, and where the task was
 * begun, for its file holds what was seen from there.
 */
async function requireMine(tx: Tx, { exports: sources, imports, actorOf }: TaskWork, id: string): Promise<TaskRow> {
  const task = await requireRecord(ownOnly(tx), tasks, id);
  const sheet = sources.get(task.bizType)?.sheet;
  const code = sheet ? null : imports.get(task.bizType)?.kind.permission;
  const may = (actor: Actor) =>
    sheet ? actor.mayCall(sheet.export) : code !== null && code !== undefined && actor.can(code);
  const then = may(tx.actor) ? await actorOf(tx, task.ownerId, task.organizationIds) : null;
  if (!then || !may(then.actor)) throw commonErrors.forbidden();
  if (task.status === "EXPIRED") throw taskErrors.expired();
  return task;
}

function fileIdOf({ resultFileId, failFileId }: TaskRow, part: Part): string {
  const id = part === "result" ? resultFileId : failFileId;
  if (id === null) throw taskErrors.noFile();
  return id;
}

/** Checked before the file leaves, and told in the log (PF-R97). */
export async function noteDownload(tx: Tx, around: TaskWork, ids: readonly string[], part: Part): Promise<void> {
  for (const id of ids) {
    const task = await requireMine(tx, around, id);
    fileIdOf(task, part);
    tx.trail.about("task", task.id, task.taskNo);
    tx.trail.summary = [tx.trail.summary, `${task.taskNo} ${task.fileName}`].filter(Boolean).join("、");
  }
  await db(tx)
    .updateTable("task")
    .set({ downloadedAt: tx.now })
    .where("id", "in", [...ids])
    .execute();
}

export async function taskFile(tx: Tx, around: TaskWork, id: string, part: Part): Promise<Download> {
  const task = await requireMine(tx, around, id);
  const { file, content } = await openFile(tx, fileIdOf(task, part));
  return { fileName: file.fileName, contentType: file.mime, size: file.size, body: content };
}

/** Several as one zip; each is read when its turn comes. */
export async function zippedTaskFiles(tx: Tx, around: TaskWork, ids: readonly string[]): Promise<Download> {
  const entries: { name: string; fileId: string }[] = [];
  for (const id of ids) {
    const task = await requireMine(tx, around, id);
    entries.push({ name: `${task.taskNo}_${task.fileName}`, fileId: fileIdOf(task, "result") });
  }
  async function* opened() {
    for (const { name, fileId } of entries) yield { name, content: (await openFile(tx, fileId)).content };
  }
  const body = Readable.from(zipStream(opened(), 0)); // they are packed already
  return { fileName: "导出文件.zip", contentType: "application/zip", body };
}
