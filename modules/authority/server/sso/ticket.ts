import { sha256, type Tx } from "@ops/platform/server";
import { accountErrors } from "../../contract/index.ts";
import { writeLoginLog } from "../account/login-log.ts";
import { accountRefusal, firstOrganizations, lockUser, noOrganization } from "../account/usable.ts";
import type { LoginLogKind } from "../database.ts";
import { db } from "../database.ts";
import type { UserRow } from "../person/tables.ts";
import { requireClient, type SsoClient } from "./clients.ts";
import { explainRefusal, holderOf, newOneTime, useBy } from "./one-time.ts";
import { findPortalSession, type PortalSession } from "./portal/portal-session.ts";
import { LoginRefused } from "./refused.ts";

export interface PresentedTicket {
  readonly ticket: string;
  readonly clientId: string;
  readonly applicationId: string;
}

/** Issues a ticket for a portal session, after checking again that the account may sign in (PF-R56). */
export async function issueTicket(tx: Tx, session: PortalSession, client: SsoClient): Promise<string> {
  await requireUsable(tx, session, "TICKET_ISSUE");
  const { value, hash, facts } = newOneTime(tx);
  const { clientId, applicationId } = client;
  await db(tx)
    .insertInto("ssoTicket")
    .values({ ...facts, ticketHash: hash, ssoSessionId: session.id, userId: session.userId, clientId, applicationId })
    .execute();
  await writeLoginLog(tx, { ...entryOf(session), kind: "TICKET_ISSUE", result: "SUCCESS", detail: client.name });
  return value;
}

/** Uses up the ticket. If it is redeemed several times, only one call gets the session (3.3). */
export async function useTicket(tx: Tx, presented: PresentedTicket): Promise<PortalSession> {
  await requireClient(tx, presented.clientId);
  const used = await db(tx)
    .updateTable("ssoTicket")
    .set(useBy(tx))
    .where("ticketHash", "=", sha256(presented.ticket))
    .where("clientId", "=", presented.clientId)
    .where("applicationId", "=", presented.applicationId)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", tx.now)
    .returning("ssoSessionId")
    .executeTakeFirst();
  const session = used && (await findPortalSession(tx, used.ssoSessionId));
  if (!session) throw await refusalOf(tx, presented.ticket);
  return session;
}

async function refusalOf(tx: Tx, ticket: string): Promise<LoginRefused> {
  const known = await db(tx)
    .selectFrom("ssoTicket")
    .select(["ssoSessionId", "usedAt", "usedIp"])
    .where("ticketHash", "=", sha256(ticket))
    .executeTakeFirst();
  const holder = known ? await holderOf(tx, known.ssoSessionId) : { identity: "" };
  const detail = known ? explainRefusal(tx, known) : "票据不存在";
  const entry = { ...holder, kind: "TICKET", result: "TICKET_INVALID", detail } as const;
  return new LoginRefused(accountErrors.ticketInvalid(), entry);
}

/** Locks the account and checks that it may sign in and has an organisation to work in. */
export async function requireUsable(
  tx: Tx,
  session: PortalSession,
  kind: LoginLogKind,
): Promise<{ user: UserRow; organizationIds: readonly string[] }> {
  const user = await lockUser(tx, session.userId);
  if (!user) throw new LoginRefused(accountErrors.ticketInvalid(), entryOfRefused(session, kind, "TICKET_INVALID"));
  const organizationIds = await firstOrganizations(tx, user);
  const refusal = accountRefusal(user, tx.now) ?? (organizationIds ? null : noOrganization());
  if (refusal) throw new LoginRefused(refusal.error, entryOfRefused(session, kind, refusal.result));
  return { user, organizationIds: organizationIds ?? [] };
}

export function entryOf({ userId, mobilePhone, traceId }: PortalSession) {
  return { identity: mobilePhone, userId, traceId };
}

function entryOfRefused(session: PortalSession, kind: LoginLogKind, result: LoginRefused["entry"]["result"]) {
  return { ...entryOf(session), kind, result };
}
