import { BusinessError, type ImportKind } from "@ops/platform/contract";
import { BUSY, isConflict, refusalOfRow } from "../../db/row-refusal.ts";
import { retryOnConflict, tryInside } from "../../db/try-rows.ts";
import type { Tx } from "../../db/tx.ts";
import { db } from "../../tables.ts";
import { markDone } from "../../task/mark-done.ts";
import type { ImportRow } from "./check-rows.ts";
import {
  getsIn,
  type HandedBack,
  type ImportCall,
  type ImportSource,
  reasonOf,
  SKIPPED,
  Warned,
} from "./import-source.ts";
import type { Importing, Line } from "./run-import.ts";

interface Chunk {
  /** Where it begins among the lines of the file. */
  readonly at: number;
  readonly lines: readonly Line[];
  readonly options: ReadonlySet<string>;
  readonly beside: unknown;
}

/**
 * Imports one chunk: slow preparations first, then all rows in one transaction that also stores the progress. If locks
 * of others are in the way, it is tried again. Rows that still cannot lock their records at the end fail alone.
 */
export async function importChunk(importing: Importing, chunk: Chunk): Promise<void> {
  const { work, actAs, source, owner, lease } = importing;
  const rows = chunk.lines.flatMap(({ row }) => row ?? []);
  const prepared = await source.prepare?.(rows, (act) => work.step(act));
  const { actor } = await owner(); // after what took its time: the rights of this moment
  const settled = { options: chunk.options, beside: chunk.beside, prepared, taskId: lease.task.id };
  await retryOnConflict((isLastTry) =>
    actAs(actor, importActing(source.kind), (tx) => {
      // the memory of an earlier try belongs to rows that were rolled back
      const call = { ...settled, memory: source.startMemory?.() };
      return writeChunk(tx, importing, chunk, { rows, call, isLastTry });
    }),
  );
}

const importActing = ({ permission, name }: ImportKind) => ({ permission, actionName: `导入${name}` });

async function writeChunk(
  tx: Tx,
  { lease, source }: Importing,
  { at, lines }: Chunk,
  { rows, ...writing }: { rows: readonly ImportRow[] } & Pick<Writing, "call" | "isLastTry">,
): Promise<void> {
  const taskId = lease.task.id;
  tx.trail.about("task", taskId, lease.task.taskNo);
  tx.trail.each = `导入任务 ${lease.task.taskNo}`;
  const verdicts = await source.check(tx, rows, writing.call);
  const written = await applyRows(
    { tx, source, ...writing },
    rows.filter(({ line }) => getsIn(verdicts.get(line))),
  );
  await source.after?.(tx, rows);
  const failures = lines.flatMap(({ typed: { line }, row, reason }) => {
    const why = row ? (written.refused.get(line) ?? reasonOf(verdicts.get(line))) : reason;
    return typeof why === "string" ? [{ taskId, line, reason: why }] : [];
  });
  const refused = new Set(failures.map(({ line }) => line));
  const notes = [...verdicts].flatMap(([line, verdict]) =>
    verdict instanceof Warned && !refused.has(line) ? [{ taskId, line, reason: `提醒：${verdict.warning}` }] : [],
  );
  const told = [...failures, ...notes];
  if (told.length > 0) await db(tx).insertInto("importFailure").values(told).execute();
  await keepSealed(tx, source, taskId, written.handedBack);
  const skipped = [...verdicts.values()].filter((verdict) => verdict === SKIPPED).length;
  const success = lines.length - failures.length - skipped;
  await markDone(tx, lease, { at, count: lines.length, success, skipped, failed: failures.length });
  tx.trail.summary = `第 ${at + 1}–${at + lines.length} 行：成功 ${success}，失败 ${failures.length}${skipped > 0 ? `，跳过 ${skipped}` : ""}${notes.length > 0 ? `，提醒 ${notes.length}` : ""}`;
}

interface Written {
  readonly refused: Map<number, string>;
  readonly handedBack: Map<number, readonly string[]>;
}

interface Writing {
  readonly tx: Tx;
  readonly source: ImportSource;
  readonly call: ImportCall;
  /** The chunk is not begun again: a row that has to wait for too long fails. */
  readonly isLastTry: boolean;
}

/** Writes rows; a bad one fails alone. */
async function applyRows(writing: Writing, rows: readonly ImportRow[]): Promise<Written> {
  const written: Written = { refused: new Map(), handedBack: new Map() };
  if (writing.source.applyAll) await applyByHalves(writing, rows, written);
  else for (const row of rows) await applyByHalves(writing, [row], written);
  return written;
}

/** Writes all rows at once. If one is refused, each half is tried separately, down to the single row. */
async function applyByHalves(writing: Writing, rows: readonly ImportRow[], written: Written): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const answer = await tryRows(writing, rows);
  if (typeof answer !== "string") {
    for (const [line, cells] of answer) written.handedBack.set(line, cells);
  } else if (rows.length === 1) {
    written.refused.set(first.line, answer);
  } else {
    const middle = middleOf(writing.source, rows);
    await applyByHalves(writing, rows.slice(0, middle), written);
    await applyByHalves(writing, rows.slice(middle), written);
  }
}

/** Finds where to split the rows: not inside of a group, unless there is only one. */
function middleOf({ groupOf }: ImportSource, rows: readonly ImportRow[]): number {
  const half = Math.ceil(rows.length / 2);
  const group = (at: number) => (rows[at] ? (groupOf?.(rows[at]) ?? null) : null);
  const isInside = (at: number) => group(at) !== null && group(at) === group(at - 1);
  const cuts = rows.map((_, at) => at).filter((at) => at > 0 && !isInside(at));
  return cuts.toSorted((a, b) => Math.abs(a - half) - Math.abs(b - half))[0] ?? half;
}

/** Writes rows and answers their data for the operator, or why one was refused. Then nothing of any of them remains. */
async function tryRows(writing: Writing, rows: readonly ImportRow[]): Promise<HandedBack | string> {
  const { tx, source, call, isLastTry } = writing;
  const attempt = await tryInside(tx, async (): Promise<HandedBack> => {
    if (source.applyAll) return source.applyAll(tx, rows, call);
    for (const row of rows) {
      const before = tx.trail.diffs.length;
      await source.apply(tx, row, call);
      for (const diff of tx.trail.diffs.slice(before)) tx.trail.cameFrom(row.line, tx.trail.whose(diff).bizId);
    }
    return new Map();
  });
  if ("done" in attempt) return attempt.done;
  const { error } = attempt;
  if (isConflict(error) && !isLastTry) throw error;
  const refusal = refusalOfRow(error) ?? (isConflict(error) ? BUSY : null);
  if (refusal === null) throw error;
  const isFound = rows.length === 1 && !(error instanceof BusinessError); // the words for people do not tell the cause
  if (isFound) tx.log.warn({ err: error, kind: source.kind.key, line: rows[0]?.line }, "the database refused a row");
  return refusal;
}

/** Sealed as one: thousands of seals would cost more than the rows. */
async function keepSealed(tx: Tx, { handsBack }: ImportSource, taskId: string, handedBack: HandedBack): Promise<void> {
  const [line] = handedBack.keys();
  if (!handsBack || line === undefined) return;
  const sealed = handsBack.seal(JSON.stringify([...handedBack.values()]), `${taskId} ${line}`);
  await db(tx).insertInto("importSecret").values({ taskId, line, sealed }).execute();
}
