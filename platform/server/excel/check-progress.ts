import { BusinessError, type ImportKind } from "@ops/platform/contract";
import type { Steps } from "../http/route.ts";
import type { ImportRow } from "./check-rows.ts";
import type { ImportCall, ImportSource, Verdict, Verdicts } from "./import-source.ts";

/** Rows that are checked before whoever waits is told how far it is. */
const SLICE = 500;

interface Checking {
  readonly source: ImportSource;
  readonly kind: ImportKind;
  readonly call: ImportCall;
  /** By which the page knows whose progress it is. */
  readonly fileId: string;
}

/** What the database has against the rows, told as it is found; ends as soon as nobody waits for it any more (PF-R95). */
export async function checkInSlices(
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
