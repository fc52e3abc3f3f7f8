import { sql } from "kysely";
import type { Tx } from "./db/tx.ts";

/** A person or organisation with open work. */
export interface Holder {
  readonly kind: "person" | "organization";
  readonly id: string;
}

/** Work that the actor may not hand over. It stays with its holder until somebody with the right does so. */
interface Beyond {
  readonly count: number;
  readonly blocking: number;
}

/**
 * A kind of open work, declared by the module that owns the records. Leaving, transfers, suspensions, closings and
 * moves of organisations all use this interface. For a holder that never has this kind, it answers 0.
 */
export interface WorkInHand {
  /** A unique name that begins with the module. */
  readonly kind: `${string}.${string}`;
  /** The Chinese name for people. */
  readonly label: string;
  /**
   * Whether it is handed over after all other kinds, because it is about their records. Whoever takes those over as well
   * may be able to take this only then.
   */
  readonly follows?: true;
  countOf(tx: Tx, holder: Holder): Promise<number>;
  /** Counts the records that a merge of organisations moves, including finished ones. The default is the open ones. */
  recordsOf?(tx: Tx, holder: Holder): Promise<number>;
  /** Counts the records that must not stay with a person who leaves. The default is 0. */
  blockingOf?(tx: Tx, holder: Holder): Promise<number>;
  /** Counts the records that the actor may not hand over, and those of them that must not stay. The default is none. */
  beyondOf?(tx: Tx, holder: Holder): Promise<Beyond>;
  /** Throws if `to` cannot take this work over. It is called before the hand-over starts. */
  checkTaker?(tx: Tx, from: Holder, to: Holder): Promise<void>;
  /**
   * Whether there may be so many records that others would wait too long for all of them. Then `handOver` moves a group
   * each time, and answers 0 at the end. Callers with steps commit after each group (`handOverSome`).
   */
  readonly inGroups?: true;
  /**
   * Hands over the records of this kind that the actor may hand over to another holder of the same sort, and answers
   * how many.
   */
  handOver(tx: Tx, from: Holder, to: Holder): Promise<number>;
}

/**
 * Tells whether somebody may be able to take this work only after the work of other kinds, which they take over before
 * it. Then the step that hands it over checks it.
 */
export function mayBecomeAble({ follows }: WorkInHand, takerId: string, takersBefore: readonly string[]): boolean {
  return follows === true && takersBefore.includes(takerId);
}

/** Puts kinds in the order in which they are handed over. */
export function sortForHandOver(kinds: readonly WorkInHand[]): WorkInHand[] {
  return kinds.toSorted((a, b) => Number(a.follows ?? false) - Number(b.follows ?? false));
}

interface HandOver {
  /** The job that wants the hand-over. Each kind is handed over once, however often the job runs. */
  readonly jobId: string;
  readonly work: WorkInHand;
  readonly from: Holder;
  readonly to: Holder;
}

/** Hands over once per job and kind. A note is committed with the hand-over, and a second call gets the first count. */
export async function handOverOnce(tx: Tx, { jobId, work, from, to }: HandOver): Promise<number> {
  const { rows: begun } = await sql`
    insert into work_hand_over (job_id, kind, holder_kind, from_id, to_id, handed_at)
    values (${jobId}, ${work.kind}, ${from.kind}, ${from.id}, ${to.id}, ${tx.now})
    on conflict (job_id, kind) do nothing returning 1`.execute(tx.kysely);
  if (begun.length === 0) return countNoted(tx, jobId, work.kind);
  const count = await handOverAll(tx, work, from, to);
  await sql`update work_hand_over set count = ${count} where job_id = ${jobId} and kind = ${work.kind}`.execute(
    tx.kysely,
  );
  return count;
}

/** All groups of a kind in one transaction. */
export async function handOverAll(tx: Tx, work: WorkInHand, from: Holder, to: Holder): Promise<number> {
  let count = await work.handOver(tx, from, to);
  for (let group = count; work.inGroups && group > 0; count += group) group = await work.handOver(tx, from, to);
  return count;
}

/**
 * Hands over the next group of a kind, or all of a kind without groups, for callers that commit in between. Answers
 * whether to call it again. Moved records stay moved, so a restarted job continues where it stopped.
 */
export async function handOverSome(tx: Tx, given: HandOver): Promise<boolean> {
  const { jobId, work, from, to } = given;
  if (!work.inGroups) {
    await handOverOnce(tx, given);
    return false;
  }
  const count = await work.handOver(tx, from, to);
  await sql`
    insert into work_hand_over (job_id, kind, holder_kind, from_id, to_id, handed_at, count)
    values (${jobId}, ${work.kind}, ${from.kind}, ${from.id}, ${to.id}, ${tx.now}, ${count})
    on conflict (job_id, kind) do update set count = work_hand_over.count + excluded.count`.execute(tx.kysely);
  return count > 0;
}

async function countNoted(tx: Tx, jobId: string, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count from work_hand_over where job_id = ${jobId} and kind = ${kind}`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}
