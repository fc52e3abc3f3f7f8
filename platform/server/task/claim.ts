import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import { db, type TaskRow } from "../tables.ts";
import { taskDue } from "./due.ts";
import { lockOwner } from "./submit.ts";

/** How long a task belongs to a worker that has become silent. */
const LEASE_MS = 15_000;
const MOST_RUNNING = 3;
export const MOST_ATTEMPTS = 3;

export type ClaimedTask = TaskRow & { leaseToken: string };

/** Takes a task up; null when it is over, in other hands, or its owner has three running already. */
export async function claimTask(tx: Tx, taskId: string): Promise<ClaimedTask | null> {
  const found = await db(tx).selectFrom("task").select("ownerId").where("id", "=", taskId).executeTakeFirst();
  if (!found) return null;
  await lockOwner(tx, found.ownerId);
  if ((await countRunning(tx, found.ownerId)) >= MOST_RUNNING) return null;
  const leaseToken = newId();
  const claimed = await db(tx)
    .updateTable("task")
    .set({ status: "RUNNING", leaseToken, leaseUntil: leaseUntil(tx), startedAt: tx.now, updatedAt: tx.now })
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", taskId)
    .where("status", "=", "QUEUED")
    .returningAll()
    .executeTakeFirst();
  return claimed ? { ...claimed, leaseToken } : null;
}

/** Renews the lease. Answers whether it is still valid: the task is not cancelled, and no other worker has it. */
export async function renewLease(
  tx: Tx,
  task: { id: string; leaseToken: string; ownerId: string },
  { done, total }: { done: number; total: number | null },
): Promise<boolean> {
  const [renewed] = await db(tx)
    .updateTable("task")
    .set({ leaseUntil: leaseUntil(tx), done, total })
    .where("id", "=", task.id)
    .where("leaseToken", "=", task.leaseToken)
    .returning("id")
    .execute();
  if (!renewed) return false;
  const progress = { type: "job.progress", jobId: task.id, done, total: total ?? 0 } as const;
  await tx.tell({ userId: task.ownerId }, progress);
  return true;
}

/** Hands a task back after a fault, so that it can be taken up again at once. */
export async function releaseTask(tx: Tx, task: { id: string; leaseToken: string }): Promise<void> {
  await db(tx)
    .updateTable("task")
    .set({ status: "QUEUED", leaseToken: null, leaseUntil: null })
    .where("id", "=", task.id)
    .where("leaseToken", "=", task.leaseToken)
    .execute();
}

/** Starts as many waiting tasks of a person as may run, oldest first. */
export async function callNext(tx: Tx, ownerId: string): Promise<void> {
  const free = MOST_RUNNING - (await countRunning(tx, ownerId));
  if (free <= 0) return;
  const waiting = await db(tx)
    .selectFrom("task")
    .select("id")
    .where("ownerId", "=", ownerId)
    .where("status", "=", "QUEUED")
    .orderBy("createdAt")
    .limit(free)
    .execute();
  for (const { id } of waiting) await tx.enqueue(taskDue, { taskId: id }, { key: id });
}

/** Lets tasks of silent workers wait again, and starts waiting ones that were not started. */
export async function takeBackLost(tx: Tx): Promise<TaskRow[]> {
  const lost = await db(tx)
    .updateTable("task")
    .set({ status: "QUEUED", leaseToken: null, leaseUntil: null, updatedAt: tx.now })
    .where(
      "id",
      "in",
      (eb) =>
        eb
          .selectFrom("task")
          .select("id")
          .where("status", "=", "RUNNING")
          .where("leaseUntil", "<", tx.now)
          .forUpdate()
          .skipLocked(), // its worker is just about to end it, and no other task waits for that
    )
    .returningAll()
    .execute();
  const { rows } = await sql<{ ownerId: string }>`
    select distinct owner_id as "ownerId" from task where status = 'QUEUED'`.execute(tx.kysely);
  for (const { ownerId } of rows) await callNext(tx, ownerId);
  return lost;
}

async function countRunning(tx: Tx, ownerId: string): Promise<number> {
  const { count } = await db(tx)
    .selectFrom("task")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("ownerId", "=", ownerId)
    .where("status", "=", "RUNNING")
    .executeTakeFirstOrThrow();
  return Number(count);
}

const leaseUntil = ({ now }: Tx) => new Date(now.getTime() + LEASE_MS);
