import { createHash } from "node:crypto";
import { type BatchPlan, BusinessError, commonErrors, planErrors } from "@ops/platform/contract";
import { seenAmong } from "../db/record/record.ts";
import { BUSY, isConflict, refusalOfRow } from "../db/row-refusal.ts";
import { retryOnConflict, tryInside } from "../db/try-rows.ts";
import type { Tx } from "../db/tx.ts";
import type { Steps } from "../http/route.ts";
import { OwnTurns } from "../in-turn.ts";
import { canonicalText } from "../task/submit.ts";
import { lockRows } from "./lock-rows.ts";
import type { ChosenRows } from "./rows-of.ts";
import type { BatchSource, Facts, Seen } from "./source.ts";

/** How many rows one transaction tries or changes. Their locks keep others waiting until its end. */
export const CHUNK = 100;
/** Each person previews one batch at a time on this node. */
const plans = new OwnTurns(planErrors.waiting);
const SHOWN_ROWS = 100;
const SHOWN_LABELS = 20;
const UNSEEN = "（无权查看）";

/** The planned result for one record. */
export interface PlannedRow {
  readonly id: string | null;
  readonly label: string;
  readonly before: Facts | null;
  readonly after: Facts | null;
  /** Why nothing would happen to it; null where it would be done. */
  readonly refusal: BusinessError | string | null;
}

/** The action on one record, and its precondition. */
export interface Deed {
  act(tx: Tx, id: string): Promise<unknown>;
  /** The words of a refusal; null lets it be tried. */
  refuse?(id: string, now: Facts): string | null;
}

/** Makes the action for the records of a chunk. They are locked by then, so what it compares them with stays true. */
export type DeedOf = (tx: Tx, ids: readonly string[]) => Promise<Deed>;

/** Thrown to roll a preview back. */
class Tried extends Error {
  readonly rows: PlannedRow[];
  constructor(rows: PlannedRow[]) {
    super();
    this.rows = rows;
  }
}

/**
 * Tries the action on each record and rolls it back, so that the plan refuses exactly what the batch would refuse. This
 * costs as much as the batch itself. So each person has one plan at a time and sees its progress, and a plan ends when
 * nobody waits for it.
 */
export function planRows(
  steps: Steps,
  source: BatchSource,
  { ids, unknown }: ChosenRows,
  deedOf: DeedOf,
): Promise<PlannedRow[]> {
  const turn = { ownerId: steps.actor.userId, signal: steps.signal };
  return plans.take(turn, async () => {
    const planned: PlannedRow[] = unknown.map((number) => refusedRow(null, number, planErrors.unknownNumber()));
    for (let at = 0; at < ids.length; at += CHUNK) {
      steps.signal.throwIfAborted();
      planned.push(...(await tryChunk(steps, source, ids.slice(at, at + CHUNK), deedOf)));
      await tellProgress(steps, source, { done: Math.min(at + CHUNK, ids.length), total: ids.length });
    }
    return planned;
  });
}

/** Sends the progress to the person who waits, by the key of the batch. */
function tellProgress(steps: Steps, { kind }: BatchSource, at: { done: number; total: number }): Promise<void> {
  return steps.commit((tx) => tx.tell({ userId: tx.actor.userId }, { type: "job.progress", jobId: kind.key, ...at }));
}

async function tryChunk(
  steps: Steps,
  source: BatchSource,
  ids: readonly string[],
  deedOf: DeedOf,
): Promise<PlannedRow[]> {
  const { permission } = source.kind.run; // its data scope counts, also for the call that takes any batch back
  try {
    return await retryOnConflict((isLastTry) =>
      steps.commit(async (tx): Promise<PlannedRow[]> => {
        throw new Tried(await doRows({ ...tx, permission }, source, { ids, deedOf, isLastTry }));
      }),
    );
  } catch (thrown) {
    if (thrown instanceof Tried) return thrown.rows;
    throw thrown;
  }
}

interface Doing {
  readonly ids: readonly string[];
  readonly deedOf: DeedOf;
  /** The chunk is not begun again: a record that has to be waited for too long is refused. */
  readonly isLastTry: boolean;
}

/**
 * Acts on a chunk in this transaction. A refused record does not stop the others. The records are locked before they are
 * looked at: what is saved in between would be lost, or taken back by an undo (PF-R119).
 */
export async function doRows(tx: Tx, source: BatchSource, { ids, deedOf, isLastTry }: Doing): Promise<PlannedRow[]> {
  const seen = [...(await seenAmong(tx, source.table, ids))];
  const locked = await lockRows(tx, source, { ids: seen, isLastTry });
  const deed = await deedOf(tx, ids);
  const before = await source.see(tx, seen);
  const refusals = new Map<string, BusinessError | string>();
  for (const id of ids) {
    const now = before.get(id);
    const refusal = await refusalOf(tx, id, { deed, now, isLocked: locked.has(id), isLastTry });
    if (refusal === null) continue;
    refusals.set(id, refusal);
    if (refusal instanceof BusinessError) refusal.about ??= { bizType: source.table.name, bizId: id, bizNo: null };
  }
  const done = ids.filter((id) => !refusals.has(id));
  const after = done.length > 0 ? await source.see(tx, done) : new Map();
  return ids.map((id) => {
    const { label = UNSEEN, facts = null } = before.get(id) ?? {};
    const refusal = refusals.get(id) ?? null;
    return { id, label, before: facts, after: refusal === null ? (after.get(id)?.facts ?? null) : null, refusal };
  });
}

interface Attempted {
  readonly deed: Deed;
  /** How the record looks under its lock; undefined where there is none that the caller may see. */
  readonly now: Seen | undefined;
  readonly isLocked: boolean;
  readonly isLastTry: boolean;
}

/** Acts on a record, unless something speaks against it. */
async function refusalOf(
  tx: Tx,
  id: string,
  { deed, now, isLocked, isLastTry }: Attempted,
): Promise<BusinessError | string | null> {
  if (!now) return commonErrors.notFound();
  if (!isLocked) return BUSY;
  return deed.refuse?.(id, now.facts) ?? (await tryOne(tx, id, { deed, isLastTry }));
}

async function tryOne(
  tx: Tx,
  id: string,
  { deed, isLastTry }: Pick<Attempted, "deed" | "isLastTry">,
): Promise<BusinessError | string | null> {
  const attempt = await tryInside(tx, () => deed.act(tx, id));
  if ("done" in attempt) return null;
  const { error } = attempt;
  if (isConflict(error) && !isLastTry) throw error;
  if (error instanceof BusinessError) return error;
  const refusal = refusalOfRow(error) ?? (isConflict(error) ? BUSY : null);
  if (refusal === null) throw error;
  tx.log.warn({ err: error, recordId: id }, "the database refused a row of a batch");
  return refusal;
}

const refusedRow = (id: string | null, label: string, refusal: BusinessError): PlannedRow => ({
  id,
  label,
  before: null,
  after: null,
  refusal,
});

export const wordsOf = (refusal: BusinessError | string): string =>
  typeof refusal === "string" ? refusal : refusal.message;

/** Hashes a plan by its records, the input and the result for each record. */
export function hashOf(source: BatchSource, values: object, rows: readonly PlannedRow[]): string {
  const plan = rows.map(({ id, label, before, after, refusal }) => [
    id ?? label,
    before,
    after,
    refusal && wordsOf(refusal),
  ]);
  const { reason: _reason, ...asked } = values as { reason?: string };
  return createHash("sha256")
    .update(canonicalText([source.kind.key, asked, plan]))
    .digest("base64url");
}

/** A plan as the contract shows it. */
export function presentPlan(planHash: string, rows: readonly PlannedRow[]): BatchPlan {
  const refused = rows.flatMap(({ label, refusal }) => (refusal === null ? [] : [{ label, reason: wordsOf(refusal) }]));
  const byReason = [...Map.groupBy(refused, ({ reason }) => reason)];
  return {
    planHash,
    total: rows.length,
    ready: rows.length - refused.length,
    refused: refused.length,
    rows: rows.slice(0, SHOWN_ROWS).map(({ id, label, before, after, refusal }, n) => ({
      id: String(n + 1),
      recordId: id,
      label,
      state: refusal === null ? "PLANNED" : "REFUSED",
      before: before && { ...before },
      after: after && { ...after },
      reason: refusal && wordsOf(refusal),
    })),
    reasons: byReason
      .map(([reason, of]) => ({
        reason,
        count: of.length,
        labels: of.slice(0, SHOWN_LABELS).map(({ label }) => label),
      }))
      .toSorted((a, b) => b.count - a.count),
  };
}
