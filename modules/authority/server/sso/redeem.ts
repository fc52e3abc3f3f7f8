import type { Steps, Tx } from "@ops/platform/server";
import type { LoginAnswer } from "../../contract/index.ts";
import { noteLogin } from "../account/admit-account.ts";
import { writeLoginLog } from "../account/login-log.ts";
import { passwordDue } from "../account/password-age.ts";
import { users } from "../person/tables.ts";
import { openSession } from "../session/open.ts";
import type { PortalSession } from "./portal/portal-session.ts";
import { loggingRefusals } from "./refused.ts";
import { entryOf, type PresentedTicket, requireUsable, useTicket } from "./ticket.ts";

/**
 * Redeems a ticket for a console session (PF-R45). With `pending`, the token is a handover value for `/Transfer` that
 * becomes a session at its first use (PF-R50). The ticket is used up even if the account is refused afterwards.
 */
export async function redeemTicket(
  steps: Steps,
  presented: PresentedTicket,
  how: { pending: boolean },
): Promise<LoginAnswer> {
  return loggingRefusals(steps, async () => {
    const session = await steps.commit((tx) => useTicket(tx, presented));
    return steps.finish((tx) => openConsoleSession(tx, session, how));
  });
}

async function openConsoleSession(
  tx: Tx,
  session: PortalSession,
  { pending }: { pending: boolean },
): Promise<LoginAnswer> {
  const { user, organizationIds } = await requireUsable(tx, session, "TICKET");
  // only somebody who has just used the password is asked to change it (PF-R56)
  const restricted = session.loginMethod === "STAFF_NO" && passwordDue(tx, user) !== "";
  const opened = await openSession(tx, {
    userId: user.id,
    organizationIds,
    loginKind: pending ? "TRANSFER" : "TICKET",
    restricted,
    ssoSessionId: session.id,
    pending,
  });
  await noteLogin(tx, user, null);
  tx.trail.about(users.name, user.id, user.staffNo);
  tx.trail.summary = user.userName;
  await writeLoginLog(tx, { ...entryOf(session), kind: "TICKET", result: "SUCCESS", sessionId: opened.id });
  return { accessToken: opened.token, changePwdStatus: restricted };
}
