import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { fileTypes } from "@ops/platform/contract";
import type { Insertable } from "kysely";
import type { Tx } from "../db/tx.ts";
import type { Cell } from "../excel/workbook/sheet-xml.ts";
import { writeWorkbook } from "../excel/workbook/workbook.ts";
import type { PlatformTables } from "../tables.generated.ts";
import { db } from "../tables.ts";

type FileColumn = "resultFileId" | "failFileId" | "fileSize" | "sourceFileId";

/** A sheet that a task left behind: its titles, then its rows. */
export interface PastSheet {
  readonly id: string;
  readonly fileName: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A task that no call of this node submitted: of demo data. */
export type PastTask = Omit<Insertable<PlatformTables["task"]>, FileColumn> & {
  readonly id: string;
  readonly finishedAt: Date;
  readonly result?: PastSheet;
  readonly failures?: PastSheet;
};

export async function insertPastTasks(tx: Tx, past: readonly PastTask[]): Promise<void> {
  const rows: Insertable<PlatformTables["task"]>[] = [];
  for (const { result, failures, ...task } of past) {
    const size = result ? await insertSheet(tx, task, result) : null;
    if (failures) await insertSheet(tx, task, failures);
    rows.push({ ...task, resultFileId: result?.id ?? null, failFileId: failures?.id ?? null, fileSize: size });
  }
  await db(tx).insertInto("task").values(rows).execute();
}

/** The size of the file. */
async function insertSheet(
  tx: Tx,
  { id: bizId, ownerId, finishedAt }: Pick<PastTask, "id" | "ownerId" | "finishedAt">,
  { id, fileName, titles, rows }: PastSheet,
): Promise<number> {
  const columns = titles.map((title) => ({ title, width: 18 }));
  const pieces = writeWorkbook([{ name: fileName.replace(/\.xlsx$/, ""), columns, rows }]);
  const bytes = Buffer.concat(await Readable.from(pieces).toArray());
  const { mime, category } = fileTypes.xlsx;
  const sha256 = createHash("sha256").update(bytes).digest();
  await db(tx)
    .insertInto("file")
    .values({
      id,
      fileName,
      ext: "xlsx",
      mime,
      category,
      size: bytes.length,
      sha256,
      bizType: "task",
      bizId,
      uploaderId: ownerId,
      store: "pg",
      status: "BOUND",
      storedAt: finishedAt,
      createdAt: finishedAt,
      createdBy: ownerId,
      updatedAt: finishedAt,
      updatedBy: ownerId,
    })
    .execute();
  await db(tx).insertInto("fileChunk").values({ fileId: id, no: 0, bytes }).execute();
  return bytes.length;
}
