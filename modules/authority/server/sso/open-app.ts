import type { BodyOf } from "@ops/platform/contract";
import { SessionRefused, type Steps, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { allowedRedirect, requireClient } from "./clients.ts";
import { findPortalSession, type PortalSession } from "./portal-session.ts";
import { redeemTicket } from "./redeem.ts";
import { loggingRefusals } from "./refused.ts";
import { issueTicket } from "./ticket.ts";

/** From the portal into an application: ticket, redemption, and the address with the handover value (PF-R47). */
export async function openApp(
  steps: Steps,
  { clientId, redirect }: BodyOf<typeof contract.openApp>,
): Promise<{ location: string }> {
  const issued = await loggingRefusals(steps, () =>
    steps.commit(async (tx) => {
      const client = await requireClient(tx, clientId);
      const address = allowedRedirect(client, redirect);
      const ticket = await issueTicket(tx, await currentSession(tx), client);
      return { address, presented: { ticket, clientId, applicationId: client.applicationId } };
    }),
  );
  const { accessToken } = await redeemTicket(steps, issued.presented, { pending: true });
  return { location: withAuthorization(issued.address, accessToken) };
}

/** The portal session of the caller; it may have ended since it was looked at. */
export async function currentSession(tx: Tx): Promise<PortalSession> {
  const session = tx.actor.sessionId === null ? null : await findPortalSession(tx, tx.actor.sessionId);
  if (!session) throw new SessionRefused("SESSION_UNKNOWN");
  return session;
}

/** Behind the `#` a query is nobody's business but the page's: it reaches no server and no referrer. */
function withAuthorization(address: string, value: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}authorization=${encodeURIComponent(value)}`;
}
