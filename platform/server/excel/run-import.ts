import { BusinessError } from "@ops/platform/contract";
import { sql } from "kysely";
import { errorCode } from "../db/database.ts";
import type { Tx } from "../db/tx.ts";
import { readFile } from "../file/service.ts";
import { Spool } from "../file/spool.ts";
import type { JobRun } from "../jobs/job.ts";
import { db } from "../tables.ts";
import { LeaseLost, type TaskLease } from "../task/lease.ts";
import type { ActAs, Owner } from "../task/work.ts";
import { checkRows, type ImportRow } from "./check-rows.ts";
import type { ImportSource } from "./import-source.ts";
import { readTemplate, type TypedRow } from "./read-sheet.ts";
import { writeFailures } from "./template.ts";

const CHUNK = 500;

interface Importing {
  readonly work: JobRun;
  readonly actAs: ActAs;
  readonly lease: TaskLease;
  readonly source: ImportSource;
  /** Asked before each chunk: rights may go while it runs. */
  owner(): Promise<Owner>;
}

/** A line of the file: a row to write, or the reason why it cannot be. */
interface Line {
  readonly typed: TypedRow;
  readonly row: ImportRow | undefined;
  readonly reason: string;
}

/** Writes the rows chunk by chunk, each in one transaction with the mark how far it got; answers the failure file. */
export async function runImport(importing: Importing): Promise<Spool | null> {
  const { work, lease, source } = importing;
  const lines = await linesOf(importing);
  for (let at = lease.task.cursorAt; at < lines.length; at += CHUNK) {
    lease.requireHeld();
    await importChunk(importing, at, lines.slice(at, at + CHUNK));
    lease.progress(Math.min(at + CHUNK, lines.length), lines.length);
  }
  lease.progress(lines.length, lines.length);
  const failed = await work.step((tx) =>
    db(tx).selectFrom("importFailure").selectAll().where("taskId", "=", lease.task.id).orderBy("line").execute(),
  );
  if (failed.length === 0) return null;
  const byLine = new Map(lines.map(({ typed }) => [typed.line, typed]));
  const shown = failed.flatMap(({ line, reason }) => {
    const row = byLine.get(line);
    return row ? [{ row, reason }] : [];
  });
  return Spool.of(writeFailures(source.kind, shown));
}

async function linesOf({ work, lease, source }: Importing): Promise<Line[]> {
  const open = await work.step(async (tx) => {
    const file = await readFile(tx, lease.task.sourceFileId ?? "");
    const store = tx.files.storeOf(file.store);
    return async () => Buffer.concat(await (await store.open(file.id)).toArray());
  });
  const typed = await readTemplate(source.kind, open);
  const { rows, problems } = checkRows(source.kind, typed, source.keyOf);
  const good = new Map(rows.map((row) => [row.line, row]));
  const bad = Map.groupBy(problems, ({ line }) => line);
  return typed.map((row) => ({
    typed: row,
    row: good.get(row.line),
    reason: (bad.get(row.line) ?? []).map(({ problem }) => problem).join("；"),
  }));
}

async function importChunk(importing: Importing, at: number, lines: readonly Line[]): Promise<void> {
  const { actAs, lease, source, owner } = importing;
  const { actor } = await owner();
  await actAs(actor, source.kind, async (tx) => {
    tx.trail.about("task", lease.task.id, lease.task.taskNo);
    await takeChunk(tx, lease, at, lines.length);
    const rows = lines.flatMap(({ row }) => row ?? []);
    const refused = await source.check(tx, rows);
    const failures: { taskId: string; line: number; reason: string }[] = [];
    for (const { typed, row, reason } of lines) {
      const failed = row ? (refused.get(row.line) ?? (await applied(tx, source, row))) : reason;
      if (failed) failures.push({ taskId: lease.task.id, line: typed.line, reason: failed });
    }
    await source.after?.(tx, rows);
    if (failures.length > 0) await db(tx).insertInto("importFailure").values(failures).execute();
    await sql`update task set success_count = success_count + ${lines.length - failures.length},
      fail_count = fail_count + ${failures.length} where id = ${lease.task.id}`.execute(tx.kysely);
    tx.trail.summary = `第 ${at + 1}–${at + lines.length} 行：成功 ${lines.length - failures.length}，失败 ${failures.length}`;
  });
}

/** Marks the chunk as done in the transaction that does it: no row twice, none left out. */
async function takeChunk(tx: Tx, { task }: TaskLease, at: number, count: number): Promise<void> {
  const { rows } = await sql`update task set cursor_at = ${at + count}
    where id = ${task.id} and lease_token = ${task.leaseToken} and cursor_at = ${at} returning 1`.execute(tx.kysely);
  if (rows.length === 0) throw new LeaseLost();
}

/** Why a row did not get in; null when it did. A bad row fails alone. */
async function applied(tx: Tx, source: ImportSource, row: ImportRow): Promise<string | null> {
  await sql`savepoint import_row`.execute(tx.kysely);
  try {
    await source.apply(tx, row);
    return null;
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(tx.kysely);
    if (error instanceof BusinessError) return error.message;
    if (errorCode(error) === "23505") return "数据已存在";
    throw error;
  }
}
