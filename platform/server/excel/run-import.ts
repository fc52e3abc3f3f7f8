import { z } from "zod";
import { readFile } from "../file/service.ts";
import { Spool } from "../file/spool.ts";
import type { JobRun } from "../jobs/job.ts";
import { db } from "../tables.ts";
import type { TaskLease } from "../task/lease.ts";
import type { ActAs, Owner } from "../task/work.ts";
import { checkFile, type ImportRow } from "./check-rows.ts";
import { withDictWords } from "./dict-words.ts";
import { importChunk } from "./import-chunk.ts";
import type { ImportSource } from "./import-source.ts";
import { readTemplate, type TypedRow } from "./read-sheet.ts";
import { writeFailures } from "./template.ts";

const CHUNK = 500;

export interface Importing {
  readonly work: JobRun;
  readonly actAs: ActAs;
  readonly lease: TaskLease;
  readonly source: ImportSource;
  /** Asked before each chunk: rights may go while it runs. */
  owner(): Promise<Owner>;
}

/** A line of the file: a row to write, or the reason why it cannot be. */
export interface Line {
  readonly typed: TypedRow;
  readonly row: ImportRow | undefined;
  readonly reason: string;
}

/** Drafts of an earlier version knew no options. */
export const ImportParams = z.object({ draftId: z.string(), options: z.array(z.string()).default([]) });

/** Writes the rows chunk by chunk, each in one transaction with the mark how far it got; answers the failure file. */
export async function runImport(importing: Importing): Promise<Spool | null> {
  const { work, lease, source } = importing;
  const options = new Set(ImportParams.parse(lease.task.params).options);
  const lines = await linesOf(importing);
  for (let at = lease.task.cursorAt; at < lines.length; at += CHUNK) {
    lease.requireHeld();
    await importChunk(importing, { at, lines: lines.slice(at, at + CHUNK), options });
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
  const kind = await work.step((tx) => withDictWords(tx, source.kind));
  return Spool.of(writeFailures(kind, shown));
}

/** The good ones in the order in which they are written, then the others: the same at every run. */
async function linesOf({ work, lease, source }: Importing): Promise<Line[]> {
  const { kind, open } = await work.step(async (tx) => {
    const file = await readFile(tx, lease.task.sourceFileId ?? "");
    const store = tx.files.storeOf(file.store);
    const open = async () => Buffer.concat(await (await store.open(file.id)).toArray());
    return { open, kind: await withDictWords(tx, source.kind) };
  });
  const typed = new Map((await readTemplate(kind, open)).map((row) => [row.line, row]));
  const { rows, problems } = checkFile(kind, [...typed.values()], source);
  const good = rows.flatMap((row) => {
    const cells = typed.get(row.line);
    return cells ? [{ typed: cells, row, reason: "" }] : [];
  });
  const bad = Map.groupBy(problems, ({ line }) => line);
  const refused = [...typed.values()].flatMap((row) => {
    const found = bad.get(row.line);
    return found ? [{ typed: row, row: undefined, reason: found.map(({ problem }) => problem).join("；") }] : [];
  });
  return [...good, ...refused];
}
