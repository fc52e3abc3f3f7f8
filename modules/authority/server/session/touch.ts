import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { FoundSession } from "./lookup.ts";
import { idleLimit } from "./open.ts";

export const SEEN_EVERY_MS = 60_000;
const ACTIVE_EVERY_MS = 3_600_000;

/** Moves the idle limit, at most once a minute per session; once an hour also the person's last activity (AU-R9). */
export async function touchSession(tx: Tx, session: FoundSession): Promise<void> {
  // the user before the session, as everywhere: the other way round two calls could wait for each other
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
