import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { LeaseLost, type TaskLease } from "./lease.ts";

export interface Counted {
  /** Where the chunk begins among the rows of the task. */
  readonly at: number;
  readonly count: number;
  readonly success: number;
  readonly skipped?: number;
  readonly failed: number;
}

/**
 * Marks the chunk as done in its own transaction, so that no row is done twice or left out. This comes at the end,
 * because the lease is in the same row and must be renewed meanwhile.
 */
export async function markDone(
  tx: Tx,
  { task }: TaskLease,
  { at, count, success, skipped = 0, failed }: Counted,
): Promise<void> {
  const { rows } = await sql`update task set cursor_at = ${at + count}, success_count = success_count + ${success},
      skip_count = skip_count + ${skipped}, fail_count = fail_count + ${failed}
    where id = ${task.id} and lease_token = ${task.leaseToken} and cursor_at = ${at} returning 1`.execute(tx.kysely);
  if (rows.length === 0) throw new LeaseLost();
}
