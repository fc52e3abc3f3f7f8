import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { lockFailures, lockForgetHours, lockMaxMinutes, lockMinutes } from "../params.ts";

/** Whose failures are counted: a typed number, the account that has it, or a known device together with it (PF-R20, R24). */
export interface GuardSubject {
  readonly kind: "PHONE" | "STAFF_NO" | "ACCOUNT" | "DEVICE";
  readonly subject: string;
}

export type Failure = { readonly lockedMinutes: number } | { readonly left: number };

const MINUTE_MS = 60_000;

/**
 * Reserves one try; null when it may go on, else for how many minutes the subject is locked. Tries are counted before the
 * password is looked at, so that a hundred parallel guesses get no more than the five that are allowed.
 */
export async function beginAttempt(tx: Tx, subject: GuardSubject): Promise<number | null> {
  const guard = await lockGuard(tx, subject);
  const locked = lockedMinutes(tx, guard.lockedUntil);
  if (locked !== null) return locked;
  const windowOver = havePassed(tx, guard.windowStart, tx.param(lockMinutes));
  const failCount = windowOver ? 0 : guard.failCount;
  if (failCount >= tx.param(lockFailures)) return minutesOf(tx, guard.lockLevel);
  const windowStart = windowOver ? tx.now : guard.windowStart;
  const { lockLevel } = guard;
  const reserved = { failCount: failCount + 1, windowStart, lockLevel, lockedUntil: null, lastFailedAt: tx.now };
  await updateGuard(tx, subject, reserved);
  return null;
}

/** The reserved try was wrong. The fifth locks; each next lock is twice as long (PF-R20). */
export async function noteFailedAttempt(tx: Tx, subject: GuardSubject): Promise<Failure> {
  const guard = await lockGuard(tx, subject);
  const locked = lockedMinutes(tx, guard.lockedUntil);
  if (locked !== null) return { lockedMinutes: locked };
  const left = tx.param(lockFailures) - guard.failCount;
  if (left > 0) {
    await updateGuard(tx, subject, { lastFailedAt: tx.now });
    return { left };
  }
  const minutes = minutesOf(tx, guard.lockLevel);
  const lockedUntil = new Date(tx.now.getTime() + minutes * MINUTE_MS);
  const lockLevel = guard.lockLevel + 1;
  await updateGuard(tx, subject, { failCount: 0, lockLevel, lockedUntil, lastFailedAt: tx.now });
  return { lockedMinutes: minutes };
}

export async function notePassedAttempt(tx: Tx, subjects: readonly GuardSubject[]): Promise<void> {
  for (const { kind, subject } of subjects) {
    await db(tx).deleteFrom("loginGuard").where("subjectKind", "=", kind).where("subject", "=", subject).execute();
  }
}

/** The password was right but the account may not sign in: neither a failure nor a success. */
export async function withdrawAttempt(tx: Tx, subjects: readonly GuardSubject[]): Promise<void> {
  for (const subject of subjects) {
    const guard = await lockGuard(tx, subject);
    await updateGuard(tx, subject, { failCount: Math.max(0, guard.failCount - 1) });
  }
}

export async function forgetStaleGuards(tx: Tx): Promise<void> {
  const before = new Date(tx.now.getTime() - 2 * tx.param(lockForgetHours) * 60 * MINUTE_MS);
  await db(tx).deleteFrom("loginGuard").where("lastFailedAt", "<", before).execute();
}

/** The counter under a row lock; forgotten after 12 hours without failure. */
async function lockGuard(tx: Tx, { kind, subject }: GuardSubject) {
  const fresh = { failCount: 0, windowStart: tx.now, lockLevel: 0, lockedUntil: null, lastFailedAt: tx.now };
  const guard = await db(tx)
    .insertInto("loginGuard")
    .values({ subjectKind: kind, subject, ...fresh })
    // the update changes nothing but locks the row, and finds it even if a success takes it away meanwhile
    .onConflict((conflict) => conflict.columns(["subjectKind", "subject"]).doUpdateSet({ subject }))
    .returning(["failCount", "windowStart", "lockLevel", "lockedUntil", "lastFailedAt"])
    .executeTakeFirstOrThrow();
  return havePassed(tx, guard.lastFailedAt, tx.param(lockForgetHours) * 60) ? fresh : guard;
}

interface GuardChange {
  failCount?: number;
  windowStart?: Date;
  lockLevel?: number;
  lockedUntil?: Date | null;
  lastFailedAt?: Date;
}

async function updateGuard(tx: Tx, { kind, subject }: GuardSubject, change: GuardChange): Promise<void> {
  const update = db(tx).updateTable("loginGuard").set(change);
  await update.where("subjectKind", "=", kind).where("subject", "=", subject).execute();
}

function minutesOf(tx: Tx, level: number): number {
  return Math.min(tx.param(lockMinutes) * 2 ** level, tx.param(lockMaxMinutes));
}

function lockedMinutes(tx: Tx, until: Date | null): number | null {
  if (until === null || until <= tx.now) return null;
  return Math.ceil((until.getTime() - tx.now.getTime()) / MINUTE_MS);
}

function havePassed(tx: Tx, since: Date, minutes: number): boolean {
  return tx.now.getTime() - since.getTime() >= minutes * MINUTE_MS;
}
