import { setTimeout as sleep } from "node:timers/promises";
import { BusinessError } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";
import { LeaseLost, type TaskLease } from "../task/lease.ts";
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
import { BUSY, isConflict, refusalOfRow } from "./row-refusal.ts";
import type { Importing, Line } from "./run-import.ts";

const MOST_TRIES = 3;
const PAUSE_MS = 50;

interface Chunk {
  /** Where it begins among the lines of the file. */
  readonly at: number;
  readonly lines: readonly Line[];
  readonly options: ReadonlySet<string>;
}

/**
 * One chunk: what takes its time first, then all of it in one transaction with the mark that it is done. Where somebody else's
 * locks stand in the way it is begun again; what still cannot have its records then fails alone.
 */
export async function importChunk(importing: Importing, chunk: Chunk): Promise<void> {
  const { work, actAs, source, owner, lease } = importing;
  const rows = chunk.lines.flatMap(({ row }) => row ?? []);
  const prepared = await source.prepare?.(rows, (act) => work.step(act));
  const { actor } = await owner(); // after what took its time: the rights of this moment
  const settled = { options: chunk.options, prepared, taskId: lease.task.id };
  for (let tries = 1; ; tries++) {
    const isLastTry = tries === MOST_TRIES;
    try {
      return await actAs(actor, source.kind, (tx) => {
        const call = { ...settled, memory: source.startMemory?.() }; // what a try before remembered was rolled back
        return writeChunk(tx, importing, chunk, { rows, call, isLastTry });
      });
    } catch (error) {
      if (isLastTry || !isConflict(error)) throw error;
      await sleep(PAUSE_MS * tries * (1 + Math.random()));
    }
  }
}

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

interface Counted {
  readonly at: number;
  readonly count: number;
  readonly success: number;
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Marks the chunk as done in the transaction that does it: no row twice, none left out. At its end, because the lease, which
 * lies in the same row, has to be renewed meanwhile.
 */
async function markDone(tx: Tx, { task }: TaskLease, { at, count, success, skipped, failed }: Counted): Promise<void> {
  const { rows } = await sql`update task set cursor_at = ${at + count}, success_count = success_count + ${success},
      skip_count = skip_count + ${skipped}, fail_count = fail_count + ${failed}
    where id = ${task.id} and lease_token = ${task.leaseToken} and cursor_at = ${at} returning 1`.execute(tx.kysely);
  if (rows.length === 0) throw new LeaseLost();
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

/** All at once; where one is refused, each half by itself, down to the very row. */
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

/** Where the rows are cut: not between those that belong together, unless there are no others. */
function middleOf({ groupOf }: ImportSource, rows: readonly ImportRow[]): number {
  const half = Math.ceil(rows.length / 2);
  const group = (at: number) => (rows[at] ? (groupOf?.(rows[at]) ?? null) : null);
  const isInside = (at: number) => group(at) !== null && group(at) === group(at - 1);
  const cuts = rows.map((_, at) => at).filter((at) => at > 0 && !isInside(at));
  return cuts.toSorted((a, b) => Math.abs(a - half) - Math.abs(b - half))[0] ?? half;
}

/** What the rows give back, or why one of them did not get in; then nothing of any of them is left. */
async function tryRows(writing: Writing, rows: readonly ImportRow[]): Promise<HandedBack | string> {
  const { tx, source, call, isLastTry } = writing;
  const noted = tx.trail.diffs.length;
  await sql`savepoint import_rows`.execute(tx.kysely);
  try {
    if (source.applyAll) return await source.applyAll(tx, rows, call);
    for (const row of rows) {
      const before = tx.trail.diffs.length;
      await source.apply(tx, row, call);
      for (const diff of tx.trail.diffs.slice(before)) tx.trail.cameFrom(row.line, tx.trail.whose(diff).bizId);
    }
    return new Map();
  } catch (error) {
    await sql`rollback to savepoint import_rows`.execute(tx.kysely);
    tx.trail.diffs.length = noted;
    if (isConflict(error) && !isLastTry) throw error;
    const refusal = refusalOfRow(error) ?? (isConflict(error) ? BUSY : null);
    if (refusal === null) throw error;
    const isFound = rows.length === 1 && !(error instanceof BusinessError); // the words for people do not tell the cause
    if (isFound) tx.log.warn({ err: error, kind: source.kind.key, line: rows[0]?.line }, "the database refused a row");
    return refusal;
  }
}

/** Sealed as one: thousands of seals would cost more than the rows. */
async function keepSealed(tx: Tx, { handsBack }: ImportSource, taskId: string, handedBack: HandedBack): Promise<void> {
  const [line] = handedBack.keys();
  if (!handsBack || line === undefined) return;
  const sealed = handsBack.seal(JSON.stringify([...handedBack.values()]), `${taskId} ${line}`);
  await db(tx).insertInto("importSecret").values({ taskId, line, sealed }).execute();
}
