import { BusinessError, type ImportKind, importErrors } from "@ops/platform/contract";
import type { Steps } from "../../http/route.ts";
import { OwnTurns } from "../../in-turn.ts";
import { refuseGuessedFile } from "../../unmask/file-values.ts";
import { readTemplate } from "../workbook/read-sheet.ts";
import { type CheckedRows, checkFile, type ImportRow } from "./check-rows.ts";
import type { ImportCall, ImportSource, Verdict, Verdicts } from "./import-source.ts";
import type { TypedRow } from "./typed-rows.ts";

/** How many rows are checked before the progress is sent. */
const SLICE = 500;
/** Each person has one file checked at a time on this node. */
const checks = new OwnTurns(importErrors.waiting);

interface Checking {
  readonly source: ImportSource;
  readonly kind: ImportKind;
  readonly call: ImportCall;
  /** The id by which the page recognises its progress. */
  readonly fileId: string;
}

interface CheckedContent extends CheckedRows {
  readonly typed: readonly TypedRow[];
  readonly verdicts: Verdicts;
}

/**
 * Reads and checks a file, one per person at a time. The turn of the person lasts as long as the database works, even
 * if the caller has left, so that sending the same file again and again delays nobody else.
 */
export function checkContent(steps: Steps, open: () => Promise<Buffer>, checking: Checking): Promise<CheckedContent> {
  const { kind, source } = checking;
  const turn = { ownerId: steps.actor.userId, signal: steps.signal };
  return checks.take(turn, async () => {
    const typed = await readTemplate(kind, { ...turn, open });
    const { rows, problems } = await checkFile(kind, typed, source);
    await refuseGuessedFile(steps.commit, kind, rows);
    return { typed, rows, problems, verdicts: await checkInSlices(steps, checking, rows) };
  });
}

/** Checks the rows against the database and sends the progress. It ends as soon as nobody waits for it (PF-R95). */
async function checkInSlices(
  steps: Steps,
  { source, kind, call, fileId }: Checking,
  rows: readonly ImportRow[],
): Promise<Verdicts> {
  const verdicts = new Map<number, Verdict>();
  const size = source.checksAlone ? SLICE : Math.max(1, rows.length);
  for (let at = 0; at < rows.length; at += size) {
    steps.signal.throwIfAborted();
    const slice = rows.slice(at, at + size);
    const found = await steps.commit(async (tx) => {
      const progress = { type: "job.progress", jobId: fileId, done: at + slice.length, total: rows.length } as const;
      await tx.tell({ userId: tx.actor.userId }, progress);
      return source.check({ ...tx, permission: kind.permission }, slice, call); // inside its data scope
    });
    for (const [line, verdict] of found) {
      verdicts.set(line, verdict);
      if (verdict instanceof BusinessError) steps.noteRefusal(verdict);
    }
  }
  return verdicts;
}
