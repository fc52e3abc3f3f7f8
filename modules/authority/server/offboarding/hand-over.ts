import { BusinessError } from "@ops/platform/contract";
import { type Holder, requireRecord, type Tx, type WorkInHand } from "@ops/platform/server";
import { offboardingErrors } from "../../contract/index.ts";
import { users } from "../person/tables.ts";

export const personOf = (id: string): Holder => ({ kind: "person", id });

/** The result of one line of an off-boarding. */
export interface Outcome {
  readonly status: "DONE" | "KEPT" | "FAILED";
  /** The number of items done; for a line that is not done, the number of items left. */
  readonly count: number;
  readonly message: string | null;
}

interface Line {
  readonly work: WorkInHand;
  readonly userId: string;
  readonly successorId: string;
}

/** Throws unless the successor is another person, active, visible to the actor and able to take this work. */
export async function requireTaker(tx: Tx, line: Line): Promise<void> {
  await requireSuccessor(tx, line);
  await line.work.checkTaker?.(tx, personOf(line.userId), personOf(line.successorId));
}

/** Throws unless the successor is another person, active and visible to the actor. */
export async function requireSuccessor(tx: Tx, { work, userId, successorId }: Line): Promise<void> {
  if (successorId === userId) throw offboardingErrors.offboardSuccessorSelf();
  const successor = await requireRecord(tx, users, successorId);
  if (successor.status !== "ACTIVE") throw offboardingErrors.offboardSuccessor({ label: work.label });
}

/**
 * Hands over what the actor may hand over and reports what is left for somebody with more rights (AU-R15). A refusal
 * does not throw: it becomes the outcome of the line, which people read.
 */
export async function handOverLine(tx: Tx, line: Line, hand: () => Promise<number>): Promise<Outcome> {
  const { work, userId } = line;
  try {
    await requireTaker(tx, line);
  } catch (refusal) {
    if (!(refusal instanceof BusinessError)) throw refusal;
    return { status: "FAILED", count: await work.countOf(tx, personOf(userId)), message: refusal.message };
  }
  const count = await hand();
  const left = await beyondOf(tx, work, userId);
  if (left.count === 0) return { status: "DONE", count, message: null };
  const message = refusalOfBeyond(work, left.count).message;
  return { status: "FAILED", count: left.count, message: count > 0 ? `已移交${count}项；${message}` : message };
}

export async function beyondOf(tx: Tx, work: WorkInHand, userId: string) {
  return (await work.beyondOf?.(tx, personOf(userId))) ?? { count: 0, blocking: 0 };
}

export function refusalOfBeyond({ label }: WorkInHand, count: number): BusinessError {
  return offboardingErrors.offboardBeyond({ label, count });
}
