import { SessionRefused, type Tx } from "@ops/platform/server";
import { writeLoginLog } from "../account/login-log.ts";
import { lockUser } from "../account/usable.ts";
import { db, type PortalEndReason } from "../database.ts";
import { endSessions } from "../session/end.ts";
import { backchannelJob } from "./backchannel.ts";
import { issueHandover } from "./handover.ts";
import { currentSession } from "./open-app.ts";
import { endActive, takeCookie, traceOf } from "./portal-session.ts";
import { entryOf } from "./ticket.ts";

/** The console's 退出登录 of a transfer session: ends it and leads back to the portal (PF-R43, R51). */
export async function ssoLogout(tx: Tx): Promise<{ accessToken: string }> {
  const { sessionId, userId } = tx.actor;
  const user = sessionId && (await lockUser(tx, userId));
  const session =
    user &&
    (await db(tx).selectFrom("session").select(["id", "ssoSessionId"]).where("id", "=", sessionId).executeTakeFirst());
  if (!user || !session) throw new SessionRefused("SESSION_UNKNOWN");
  await endSessions(tx, userId, "SSO_LOGOUT", { only: [session.id], quietFor: session.id });
  const traceId = await traceOf(tx, session.ssoSessionId);
  const who = { identity: user.mobilePhone, userId, sessionId: session.id, traceId };
  await writeLoginLog(tx, { ...who, kind: "TRANSFER", result: "LOGOUT" });
  tx.trail.about("session", session.id);
  return { accessToken: await issueHandover(tx, session.ssoSessionId) };
}

/** 退出登录 at the portal: the portal session and all that derives from it (PF-R52). */
export async function portalLogout(tx: Tx): Promise<true> {
  const session = await currentSession(tx);
  await endSignOn(tx, session.userId, "LOGOUT");
  await writeLoginLog(tx, { ...entryOf(session), kind: "PORTAL", result: "LOGOUT" });
  tx.trail.about("ssoSession", session.id);
  takeCookie(tx);
  return true;
}

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
