import { sql } from "kysely";
import type { Tx } from "./db/tx.ts";

/** Who holds work: a person or an organisation. */
export interface Holder {
  readonly kind: "person" | "organization";
  readonly id: string;
}

/** Work that lies outside of the actor's rights; it stays with its holder until somebody comes who may. */
interface Beyond {
  readonly count: number;
  readonly blocking: number;
}

/**
 * A kind of work that somebody holds, declared by the module that owns the records. Leaving, transfer, suspension, closing
 * and organisation moves all ask this one port; a kind that a holder never holds answers 0.
 */
export interface WorkInHand {
  /** Unique in the house, after its module: `clue.following`. */
  readonly kind: `${string}.${string}`;
  /** What people call it, in Chinese. */
  readonly label: string;
  countOf(tx: Tx, holder: Holder): Promise<number>;
  /** What goes along when an organisation is merged, finished records included; the open ones without it. */
  recordsOf?(tx: Tx, holder: Holder): Promise<number>;
  /** How many of these must not stay with somebody who goes; 0 without it. */
  blockingOf?(tx: Tx, holder: Holder): Promise<number>;
  /** Of these, what the actor may not give away, and how much of that must not stay: nothing without it. */
  beyondOf?(tx: Tx, holder: Holder): Promise<Beyond>;
  /** Throws the refusal when `to` cannot take this work over; asked before the hand-over is begun. */
  checkTaker?(tx: Tx, from: Holder, to: Holder): Promise<void>;
  /**
   * There may be so many records that others would wait for them until all have gone: `handOver` gives a group of them each
   * time, and 0 when none is left. Whoever has steps commits after each group (`handOverSome`).
   */
  readonly inGroups?: true;
  /** Gives what the actor may give of this kind to another holder of the same kind; answers how many records. */
  handOver(tx: Tx, from: Holder, to: Holder): Promise<number>;
}

interface HandOver {
  /** The job that wants it; however often that runs, each kind is handed over once. */
  readonly jobId: string;
  readonly work: WorkInHand;
  readonly from: Holder;
  readonly to: Holder;
}

/** Hands over once per (job, kind): the note of it commits with the hand-over, and whoever comes second gets the first count. */
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
 * For those who commit in between: hands over the next group of a kind, or all of a kind that has none, and answers whether
 * it has to be asked again. What has gone is gone, so a job that is begun again goes on where it stopped.
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
