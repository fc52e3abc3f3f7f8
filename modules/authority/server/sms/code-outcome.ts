import type { Tx } from "@ops/platform/server";

const MOST_TRIES = 5;

/** What becomes of a code after a try: used, one try less, or dead. */
export function codeOutcome(tx: Tx, row: { attempts: number; expiresAt: Date }, isRight: boolean) {
  if (row.expiresAt <= tx.now) return { status: "EXPIRED" } as const;
  if (isRight) return { status: "USED", usedAt: tx.now } as const;
  const attempts = row.attempts + 1;
  return { attempts, status: attempts >= MOST_TRIES ? "KILLED" : "SENT" } as const;
}
