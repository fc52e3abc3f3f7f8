import { schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db, type PortalEndReason } from "../database.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deletes expired data. One-time values are kept for a day, so that a late second use is still recognised (PF-R59). */
export const ssoCleanUp = schedule({
  name: "authority.ssoCleanUp",
  title: "清理统一登录数据",
  at: { everySeconds: 600 },
  run: (work) => work.step(cleanUp),
});

async function cleanUp(tx: Tx): Promise<void> {
  const before = (age: number) => new Date(tx.now.getTime() - age);
  await endExpiredSessions(tx);
  await db(tx).deleteFrom("ssoTicket").where("expiresAt", "<", before(DAY_MS)).execute();
  await db(tx).deleteFrom("ssoHandover").where("expiresAt", "<", before(DAY_MS)).execute();
  await db(tx)
    .updateTable("smsCode")
    .set({ status: "EXPIRED" })
    .where("status", "=", "SENT")
    .where("expiresAt", "<=", tx.now)
    .execute();
  await db(tx)
    .deleteFrom("smsCode")
    .where("createdAt", "<", before(DAY_MS + HOUR_MS))
    .execute(); // kept for a day, because the daily limits count them
  await db(tx)
    .deleteFrom("smsOutbox")
    .where("createdAt", "<", before(90 * DAY_MS))
    .execute();
  await db(tx)
    .deleteFrom("ssoSession")
    .where("status", "=", "ENDED")
    .where("endedAt", "<", before(30 * DAY_MS))
    .execute();
}

async function endExpiredSessions(tx: Tx): Promise<void> {
  await db(tx)
    .updateTable("ssoSession")
    .set({
      status: "ENDED",
      endedAt: tx.now,
      endReason: sql<PortalEndReason>`case when absolute_expires_at <= ${tx.now} then 'ABSOLUTE' else 'IDLE' end`,
    })
    .where("status", "=", "ACTIVE")
    .where(({ eb, or }) => or([eb("idleExpiresAt", "<=", tx.now), eb("absoluteExpiresAt", "<=", tx.now)]))
    .execute();
}
