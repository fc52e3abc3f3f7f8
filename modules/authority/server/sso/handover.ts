import { sha256, type Tx } from "@ops/platform/server";
import { accountErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { explainRefusal, holderOf, newOneTime, useBy } from "./one-time.ts";
import { findPortalSession, type PortalSession } from "./portal/portal-session.ts";
import { LoginRefused } from "./refused.ts";

/** Issues a value with which the browser returns to its portal session; empty if that session has ended (PF-R51). */
export async function issueHandover(tx: Tx, ssoSessionId: string | null): Promise<string> {
  const session = ssoSessionId === null ? null : await findPortalSession(tx, ssoSessionId);
  if (!session) return "";
  const { value, hash, facts } = newOneTime(tx);
  await db(tx)
    .insertInto("ssoHandover")
    .values({ ...facts, valueHash: hash, ssoSessionId: session.id })
    .execute();
  return value;
}

export async function useHandover(tx: Tx, value: string): Promise<PortalSession> {
  const used = await db(tx)
    .updateTable("ssoHandover")
    .set(useBy(tx))
    .where("valueHash", "=", sha256(value))
    .where("usedAt", "is", null)
    .where("expiresAt", ">", tx.now)
    .returning("ssoSessionId")
    .executeTakeFirst();
  const session = used && (await findPortalSession(tx, used.ssoSessionId));
  if (!session) throw await refusalOf(tx, value);
  return session;
}

async function refusalOf(tx: Tx, value: string): Promise<LoginRefused> {
  const known = await db(tx)
    .selectFrom("ssoHandover")
    .select(["ssoSessionId", "usedAt", "usedIp"])
    .where("valueHash", "=", sha256(value))
    .executeTakeFirst();
  const holder = known ? await holderOf(tx, known.ssoSessionId) : { identity: "" };
  const detail = known ? explainRefusal(tx, known) : "票据不存在";
  const entry = { ...holder, kind: "PORTAL", result: "TICKET_INVALID", detail } as const;
  return new LoginRefused(accountErrors.ticketInvalid(), entry);
}
