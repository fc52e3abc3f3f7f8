import { inSteps, SessionRefused, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { writeLoginLog } from "../account/login-log.ts";
import { lockUser } from "../account/usable.ts";
import { db } from "../database.ts";
import { endSessions } from "../session/end.ts";
import { traceOf } from "../session/trace.ts";
import { issueHandover } from "./handover.ts";
import { redeemTicket } from "./redeem.ts";

export const ticketLogin = inSteps(contract.ticketLogin, (steps, { body }) =>
  redeemTicket(steps, body, { pending: false }),
);

/** 退出登录 in the console, for a session that came from the portal: ends it and leads back to the portal (PF-R43, R51). */
export const ssoLogout = writes(contract.ssoLogout, async (tx) => {
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
});
