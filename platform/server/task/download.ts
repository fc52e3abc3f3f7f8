import { Readable } from "node:stream";
import { commonErrors, fileErrors, taskErrors, type taskParts } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import { mayBatch } from "../batch/source.ts";
import { requireRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { mayImport } from "../excel/import/import-source.ts";
import { mayExport } from "../excel/source.ts";
import { zipStream } from "../excel/workbook/zip-stream.ts";
import type { FileKind } from "../file/kind.ts";
import { openFile } from "../file/service.ts";
import type { Download } from "../http/route.ts";
import { db, type TaskRow, tasks } from "../tables.ts";
import { limitToOwn } from "./mine.ts";
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
 * Requires an own task whose permission is still valid (PF-R93), where the person works today and where the task was
 * started, because its file has what was visible there.
 */
async function requireMine(tx: Tx, around: TaskWork, id: string): Promise<TaskRow> {
  const task = await requireRecord(limitToOwn(tx), tasks, id);
  const may = (actor: Actor) => mayHave(actor, around, task);
  const then = may(tx.actor) ? await around.actorOf(tx, task.ownerId, task.organizationIds) : null;
  if (!then || !may(then.actor)) throw commonErrors.forbidden();
  if (task.status === "EXPIRED") throw taskErrors.expired();
  return task;
}

function mayHave(
  actor: Actor,
  { exports: sources, imports, batches }: TaskWork,
  { bizType, params }: TaskRow,
): boolean {
  const [sheet, imported, batch] = [
    sources.get(bizType)?.sheet,
    imports.get(bizType)?.kind,
    batches.get(bizType)?.kind,
  ];
  if (sheet) return mayExport(actor, sheet, params);
  return imported ? mayImport(actor, imported) : batch !== undefined && mayBatch(actor, batch);
}

function fileIdOf({ resultFileId, failFileId }: TaskRow, part: Part): string {
  const id = part === "result" ? resultFileId : failFileId;
  if (id === null) throw taskErrors.noFile();
  return id;
}

/** Checks a download before the file is sent, and logs it (PF-R97). */
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
export async function zipTaskFiles(tx: Tx, around: TaskWork, ids: readonly string[]): Promise<Download> {
  const entries: { taskNo: string; fileId: string }[] = [];
  for (const id of ids) {
    const task = await requireMine(tx, around, id);
    entries.push({ taskNo: task.taskNo, fileId: fileIdOf(task, "result") });
  }
  async function* openEach() {
    for (const { taskNo, fileId } of entries) {
      const { file, content } = await openFile(tx, fileId);
      yield { name: `${taskNo}_${file.fileName}`, content, madeAt: file.createdAt };
    }
  }
  const body = Readable.from(zipStream(openEach(), 0)); // they are packed already
  return { fileName: "导出文件.zip", contentType: "application/zip", body };
}
