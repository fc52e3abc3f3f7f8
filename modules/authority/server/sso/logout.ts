import type { Tx } from "@ops/platform/server";
import { lockUser } from "../account/usable.ts";
import { db, type PortalEndReason } from "../database.ts";
import { endSessions } from "../session/end.ts";
import { backchannelJob } from "./backchannel.ts";
import { endActive } from "./portal/portal-session.ts";

/**
 * Signs a person out everywhere: ends the portal session and every console session that came from it or from an earlier
 * one, and tells the other applications. It runs for 退出登录 at the portal, for a new password and for a disabled account.
 */
export async function endSignOn(tx: Tx, userId: string, reason: PortalEndReason): Promise<void> {
  await lockUser(tx, userId);
  const ended = await endActive(tx, userId, reason);
  const derived = await db(tx)
    .selectFrom("session")
    .select("id")
    .where("userId", "=", userId)
    .where("ssoSessionId", "is not", null)
    .where("status", "<>", "ENDED")
    .execute();
  if (derived.length > 0) await endSessions(tx, userId, "SLO", { only: derived.map(({ id }) => id) });
  if (ended) await tellClients(tx, ended);
}

/** Tells the applications that redeemed a ticket of this session and want to know when it ends. */
async function tellClients(tx: Tx, ssoSessionId: string): Promise<void> {
  const clients = await db(tx)
    .selectFrom("ssoClient as c")
    .innerJoin("ssoTicket as t", "t.clientId", "c.clientId")
    .select("c.clientId")
    .distinct()
    .where("t.ssoSessionId", "=", ssoSessionId)
    .where("t.usedAt", "is not", null)
    .where("c.backchannelLogoutUrl", "is not", null)
    .execute();
  for (const { clientId } of clients) {
    await tx.enqueue(backchannelJob, { clientId, ssoSessionId }, { key: `${clientId}:${ssoSessionId}` });
  }
}
