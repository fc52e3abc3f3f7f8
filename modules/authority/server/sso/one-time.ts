import { newId, newToken, sha256, type Tx } from "@ops/platform/server";
import { plainIp } from "../account/ip.ts";
import { db } from "../database.ts";
import { REUSED } from "../session/reuse.ts";

/** Tickets and handover values are valid for a minute. */
const VALID_MS = 60_000;

export function newOneTime(tx: Tx) {
  const value = newToken();
  const facts = { id: newId(), createdAt: tx.now, expiresAt: new Date(tx.now.getTime() + VALID_MS) };
  return { value, hash: sha256(value), facts };
}

export function useBy(tx: Tx) {
  return { usedAt: tx.now, usedIp: plainIp(tx.request.ip) };
}

interface Spent {
  readonly usedAt: Date | null;
  readonly usedIp: string | null;
}

/** Explains why a known value is refused. A second use from another address is reported and logged (PF-R59). */
export function explainRefusal(tx: Tx, spent: Spent): string {
  if (spent.usedAt === null) return "票据已过期或与应用不符";
  return spent.usedIp === plainIp(tx.request.ip) ? "票据已使用" : REUSED;
}

/** Finds the owner of the value, for the log. */
export async function holderOf(tx: Tx, ssoSessionId: string) {
  const holder = await db(tx)
    .selectFrom("ssoSession as s")
    .innerJoin("appUser as u", "u.id", "s.userId")
    .select(["u.mobilePhone as identity", "u.id as userId", "s.traceId"])
    .where("s.id", "=", ssoSessionId)
    .executeTakeFirstOrThrow();
  return holder;
}
