import { z } from "zod";
import { readFile } from "../file/service.ts";
import { Spool } from "../file/spool.ts";
import type { JobRun } from "../jobs/job.ts";
import { db } from "../tables.ts";
import type { TaskLease } from "../task/lease.ts";
import type { ActAs, Owner } from "../task/work.ts";
import { checkFile, type ImportRow } from "./check-rows.ts";
import { withDictWords } from "./dict-words.ts";
import { GivesWay } from "./give-way.ts";
import { importChunk } from "./import-chunk.ts";
import type { ImportSource } from "./import-source.ts";
import { chunkEnd, inOrder } from "./in-order.ts";
import { readTemplate } from "./read-sheet.ts";
import { writeFailures } from "./template.ts";
import type { TypedRow } from "./typed-rows.ts";

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
  const groups = await groupsOf(importing);
  const lines = groups.flat();
  const way = new GivesWay();
  for (let at = lease.task.cursorAt; at < lines.length; ) {
    lease.requireHeld();
    const end = chunkEnd(groups, at, source.rowsPerStep ?? CHUNK);
    await importChunk(importing, { at, lines: lines.slice(at, end), options });
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

/** The lines of the file in an order that is the same at every run; which of them are good is told by the moment. */
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
  return (await inOrder(typed, source)).map((group) => group.map(lineOf));
}
