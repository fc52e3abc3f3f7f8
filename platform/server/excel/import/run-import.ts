import { z } from "zod";
import { readFile } from "../../file/service.ts";
import { Spool } from "../../file/spool.ts";
import type { JobRun } from "../../jobs/job.ts";
import { db } from "../../tables.ts";
import type { TaskLease } from "../../task/lease.ts";
import type { ActAs, Owner } from "../../task/work.ts";
import { GivesWay } from "../give-way.ts";
import { writeFailures } from "../template.ts";
import { readTemplate } from "../workbook/read-sheet.ts";
import { checkFile, type ImportRow } from "./check-rows.ts";
import { withDictWords } from "./dict-words.ts";
import { importChunk } from "./import-chunk.ts";
import { besideOf, type ImportSource } from "./import-source.ts";
import { arrangeRows, chunkEnd } from "./in-order.ts";
import type { TypedRow } from "./typed-rows.ts";

const CHUNK = 500;

export interface Importing {
  readonly work: JobRun;
  readonly actAs: ActAs;
  readonly lease: TaskLease;
  readonly source: ImportSource;
  /**
   * Finds the owner with the present rights. It is called before each chunk, because rights may be lost while the
   * import runs.
   */
  owner(): Promise<Owner>;
}

/** A line of the file: a row to write, or the reason why it cannot be. */
export interface Line {
  readonly typed: TypedRow;
  readonly row: ImportRow | undefined;
  readonly reason: string;
}

/** Drafts of earlier versions knew no options, and nothing beside the file. */
export const ImportParams = z.object({
  draftId: z.string(),
  options: z.array(z.string()).default([]),
  beside: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Writes the rows chunk by chunk, each in one transaction that also stores the progress. Answers the file of failures.
 */
export async function runImport(importing: Importing): Promise<Spool | null> {
  const { work, lease, source } = importing;
  const params = ImportParams.parse(lease.task.params);
  const chosen = { options: new Set(params.options), beside: besideOf(source.kind).parse(params.beside) };
  const groups = await groupsOf(importing);
  const lines = groups.flat();
  const way = new GivesWay();
  for (let at = lease.task.cursorAt; at < lines.length; ) {
    lease.requireHeld();
    const end = chunkEnd(groups, at, source.rowsPerStep ?? CHUNK);
    await importChunk(importing, { at, lines: lines.slice(at, end), ...chosen });
    lease.progress(end, lines.length);
    at = end;
    await way.afterPiece();
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
  const kind = await work.step((tx) => withDictWords(tx, source.kind));
  return Spool.of(writeFailures(kind, shown));
}

/**
 * Reads the lines of the file in an order that is the same at every run. Which of them are good depends on the moment.
 */
async function groupsOf({ work, lease, source }: Importing): Promise<Line[][]> {
  const { kind, open } = await work.step(async (tx) => {
    const file = await readFile(tx, lease.task.sourceFileId ?? "");
    const store = tx.files.storeOf(file.store);
    const open = async () => Buffer.concat(await (await store.open(file.id)).toArray());
    return { open, kind: await withDictWords(tx, source.kind) };
  });
  const typed = await readTemplate(kind, { ownerId: lease.task.ownerId, open });
  const { rows, problems } = await checkFile(kind, typed, source);
  const good = new Map(rows.map((row) => [row.line, row]));
  const bad = Map.groupBy(problems, ({ line }) => line);
  const lineOf = (one: TypedRow): Line => {
    const reason = bad.get(one.line)?.map(({ problem }) => problem) ?? [];
    return { typed: one, row: good.get(one.line), reason: reason.join("；") };
  };
  return (await arrangeRows(typed, source)).map((group) => group.map(lineOf));
}
