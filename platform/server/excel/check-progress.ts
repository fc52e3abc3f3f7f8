import { BusinessError, type ImportKind } from "@ops/platform/contract";
import type { Steps } from "../http/route.ts";
import { refuseGuessedFile } from "../unmask/file-values.ts";
import { type CheckedRows, checkFile, type ImportRow } from "./check-rows.ts";
import type { ImportCall, ImportSource, Verdict, Verdicts } from "./import-source.ts";
import { inOwnTurn } from "./in-turn.ts";
import { readTemplate } from "./read-sheet.ts";
import type { TypedRow } from "./typed-rows.ts";

/** Rows that are checked before whoever waits is told how far it is. */
const SLICE = 500;

interface Checking {
  readonly source: ImportSource;
  readonly kind: ImportKind;
  readonly call: ImportCall;
  /** By which the page knows whose progress it is. */
  readonly fileId: string;
}

interface CheckedContent extends CheckedRows {
  readonly typed: readonly TypedRow[];
  readonly verdicts: Verdicts;
}

/**
 * Reads a file and checks it to its last row, one of each person at a time. The person's place is kept for as long as the
 * database works on it, even if the caller has gone: whoever sends the same file again and again holds up nobody else.
 */
export function checkContent(steps: Steps, open: () => Promise<Buffer>, checking: Checking): Promise<CheckedContent> {
  const { kind, source } = checking;
  const turn = { ownerId: steps.actor.userId, signal: steps.signal };
  return inOwnTurn(turn, async () => {
    const typed = await readTemplate(kind, { ...turn, open });
    const { rows, problems } = await checkFile(kind, typed, source);
    await refuseGuessedFile(steps.commit, kind, rows);
    return { typed, rows, problems, verdicts: await checkInSlices(steps, checking, rows) };
  });
}

/** What the database has against the rows, told as it is found; ends as soon as nobody waits for it any more (PF-R95). */
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
