import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { FoundSession } from "./lookup.ts";
import { idleLimit } from "./open.ts";

export const SEEN_EVERY_MS = 60_000;
const ACTIVE_EVERY_MS = 3_600_000;

/** Extends the idle limit, at most once a minute, and stores the person's activity, once an hour (AU-R9). */
export async function touchSession(tx: Tx, session: FoundSession): Promise<void> {
  // all code locks the user before the session, because two calls could otherwise deadlock
  const lastActive = session.lastActiveAt?.getTime() ?? 0;
  if (tx.now.getTime() - lastActive >= ACTIVE_EVERY_MS) {
    await db(tx).updateTable("appUser").set({ lastActiveAt: tx.now }).where("id", "=", session.userId).execute();
  }
  await db(tx)
    .updateTable("session")
    .set({ lastSeenAt: tx.now, idleExpiresAt: idleLimit(tx) })
    .where("id", "=", session.id)
    .where("status", "=", "ACTIVE")
    .where("lastSeenAt", "<=", new Date(tx.now.getTime() - SEEN_EVERY_MS))
    .execute();
}
