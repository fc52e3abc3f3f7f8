import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db, type EndReason } from "../database.ts";

interface Ending {
  /** Ends only these sessions; otherwise all sessions of the person, including unused handover values. */
  readonly only?: readonly string[];
  /** A session that is not notified, because it asked for the end itself. */
  readonly quietFor?: string | null;
  readonly replacedById?: string;
  readonly newLogin?: string;
}

/** Ends sessions of a person and answers how many. Open pages are notified when the transaction commits. */
export async function endSessions(tx: Tx, userId: string, reason: EndReason, ending: Ending = {}): Promise<number> {
  let update = db(tx)
    .updateTable("session")
    .set({
      status: "ENDED",
      endReason: reason,
      endedAt: tx.now,
      endedBy: tx.actor.userId,
      replacedById: ending.replacedById ?? null,
    })
    .where("userId", "=", userId)
    .where("status", "<>", "ENDED");
  if (ending.only) update = update.where("id", "in", [...ending.only]);
  const ended = await update.returning("id").execute();
  const event = { type: "session.revoked", reason, newLogin: ending.newLogin ?? null } as const;
  for (const { id } of ended) if (id !== ending.quietFor) await tx.tell({ sessionId: id }, event);
  await tx.invalidate(`session:${userId}`); // after the commit, every node reads the person's sessions anew
  return ended.length;
}

/** Ends sessions that are idle or too old, and handover values that nobody used. */
export async function sweepSessions(tx: Tx): Promise<void> {
  await db(tx)
    .updateTable("session")
    .set({
      status: "ENDED",
      endedAt: tx.now,
      endedBy: tx.actor.userId,
      endReason: sql<EndReason>`case when status = 'PENDING' then 'UNUSED'
        when absolute_expires_at <= ${tx.now} then 'ABSOLUTE' else 'IDLE' end`,
    })
    .where("status", "<>", "ENDED")
    .where(
      sql<boolean>`(idle_expires_at <= ${tx.now} or absolute_expires_at <= ${tx.now}
        or (status = 'PENDING' and pending_until <= ${tx.now}))`,
    )
    .execute();
}
