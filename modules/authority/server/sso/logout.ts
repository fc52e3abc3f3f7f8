import type { Tx } from "@ops/platform/server";
import { lockUser } from "../account/usable.ts";
import { db, type PortalEndReason } from "../database.ts";
import { endSessions } from "../session/end.ts";
import { backchannelJob } from "./backchannel.ts";
import { endActive } from "./portal/portal-session.ts";

/**
 * Single logout of a person: ends the portal session and every console session that came from the portal, also from an
 * earlier portal session, and tells the other applications. For 退出登录 there, a new
 * password, and an account that is disabled.
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

/** Those that redeemed a ticket of this session and want to hear of its end. */
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
