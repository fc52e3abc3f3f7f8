import { batchRowStates } from "@ops/platform/contract";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { escapeFormula } from "../excel/workbook/cells.ts";
import { writeWorkbook } from "../excel/workbook/workbook.ts";
import { Spool } from "../file/spool.ts";
import { type JobRun, job } from "../jobs/job.ts";
import { newId } from "../secret/crypto.ts";
import { db, type TaskRow } from "../tables.ts";
import { keepAndEnd } from "../task/keep-and-end.ts";
import type { Facts } from "./source.ts";

const columns = [
  { title: "对象", width: 24 },
  { title: "结果", width: 10 },
  { title: "执行前", width: 40 },
  { title: "执行后", width: 40 },
  { title: "原因", width: 40 },
];

/** What became of each record, as a file. */
export async function resultFile(tx: Tx, task: Pick<TaskRow, "id" | "fileName" | "ownerId">) {
  const rows = await db(tx).selectFrom("batchRow").selectAll().where("taskId", "=", task.id).orderBy("seq").execute();
  const cells = rows.map(({ label, state, before, after, reason }) =>
    [label, batchRowStates[state], textOf(before), textOf(after), reason ?? ""].map(escapeFormula),
  );
  const content = await Spool.of(writeWorkbook([{ name: "结果", columns, rows: cells }]));
  const bound = { bizType: "task", bizId: task.id, uploaderId: task.ownerId };
  return {
    file: { id: newId(), fileName: task.fileName, ext: "xlsx" as const, ...bound, content },
    [Symbol.asyncDispose]: () => content[Symbol.asyncDispose](),
  };
}

const textOf = (facts: Facts | null): string =>
  Object.entries(facts ?? {})
    .map(([name, text]) => `${name}：${text}`)
    .join("；");

/** Makes the result file of a batch that ended before its last row, with what was done until then. */
export const partialResultDue = job({
  name: "platform.batchResult",
  title: "批量操作的中途结果",
  payload: z.object({ taskId: z.uuid() }),
  run: (work, { taskId }) => writePartialResult(work, taskId),
});

async function writePartialResult(work: JobRun, taskId: string): Promise<void> {
  const task = await work.step((tx) =>
    db(tx).selectFrom("task").selectAll().where("id", "=", taskId).where("resultFileId", "is", null).executeTakeFirst(),
  );
  if (!task) return;
  await using content = await work.step((tx) => resultFile(tx, task));
  const { id, content: bytes } = content.file;
  await keepAndEnd(work, content.file, async (tx) => {
    await db(tx)
      .updateTable("task")
      .set({ resultFileId: id, fileSize: bytes.size })
      .where("id", "=", taskId)
      .where("resultFileId", "is", null)
      .execute();
  });
}
