import { dayOf } from "@ops/platform/contract";
import { newId, newToken, SessionRefused, sha256, type Tx } from "@ops/platform/server";
import type { InferResult } from "kysely";
import { deviceOf } from "../../account/device.ts";
import { plainIp } from "../../account/ip.ts";
import { db, type PortalEndReason, type PortalLoginMethod } from "../../database.ts";

const COOKIE = "ops-portal";
const IDLE_MS = 2 * 3_600_000;
const LONGEST_SECONDS = 12 * 3_600;
const SEEN_EVERY_MS = 60_000;

/** A valid portal session with the account data that every step needs. */
export type PortalSession = InferResult<ReturnType<typeof selectLiving>>[number];

/** Opens the only portal session of the account (PF-R55) and sets its cookie. The caller has locked the user. */
export async function openPortalSession(
  tx: Tx,
  userId: string,
  loginMethod: PortalLoginMethod,
): Promise<PortalSession> {
  await endActive(tx, userId, "REPLACED");
  const cookie = newToken();
  const session = {
    id: newId(),
    cookieHash: sha256(cookie),
    userId,
    loginMethod,
    traceId: tx.request.requestId,
    deviceName: deviceOf(tx.request.userAgent).deviceName,
    ip: plainIp(tx.request.ip),
    createdAt: tx.now,
    lastSeenAt: tx.now,
    idleExpiresAt: new Date(tx.now.getTime() + IDLE_MS),
    absoluteExpiresAt: new Date(tx.now.getTime() + LONGEST_SECONDS * 1000),
    status: "ACTIVE",
  } as const;
  await db(tx).insertInto("ssoSession").values(session).execute();
  giveCookie(tx, cookie);
  return requirePortalSession(tx, session.id);
}

/** Finds the session of the cookie; null if it has ended or the account may no longer sign in. */
export async function findByCookie(tx: Tx, cookie: string | undefined): Promise<PortalSession | null> {
  if (!cookie) return null;
  const session = await selectLiving(tx).where("s.cookieHash", "=", sha256(cookie)).executeTakeFirst();
  return session ?? null;
}

export async function findPortalSession(tx: Tx, id: string): Promise<PortalSession | null> {
  const session = await selectLiving(tx).where("s.id", "=", id).executeTakeFirst();
  return session ?? null;
}

async function requirePortalSession(tx: Tx, id: string): Promise<PortalSession> {
  return selectLiving(tx).where("s.id", "=", id).executeTakeFirstOrThrow();
}

function selectLiving(tx: Tx) {
  return db(tx)
    .selectFrom("ssoSession as s")
    .innerJoin("appUser as u", "u.id", "s.userId")
    .select(["s.id", "s.userId", "s.loginMethod", "s.traceId", "s.lastSeenAt", "u.userName", "u.mobilePhone"])
    .where("s.status", "=", "ACTIVE")
    .where("s.idleExpiresAt", ">", tx.now)
    .where("s.absoluteExpiresAt", ">", tx.now)
    .where("u.deletedAt", "is", null)
    .where("u.status", "in", ["PENDING", "ACTIVE"])
    .where(({ eb, or }) => or([eb("u.validUntil", "is", null), eb("u.validUntil", ">=", dayOf(tx.now))]));
}

export function cookieOf(request: Tx["request"]): string | undefined {
  return request.cookie(COOKIE);
}

export function isDueForTouch({ lastSeenAt }: PortalSession, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS;
}

/** Extends the idle limit; callers do so at most once a minute. */
export async function touchPortalSession(tx: Tx, { id }: PortalSession): Promise<void> {
  await db(tx)
    .updateTable("ssoSession")
    .set({ lastSeenAt: tx.now, idleExpiresAt: new Date(tx.now.getTime() + IDLE_MS) })
    .where("id", "=", id)
    .where("status", "=", "ACTIVE")
    .execute();
}

/** Gives the session a new cookie, for a browser that returned with a handover value (PF-R51). */
export async function renewCookie(tx: Tx, { id }: PortalSession): Promise<void> {
  const cookie = newToken();
  await db(tx)
    .updateTable("ssoSession")
    .set({ cookieHash: sha256(cookie) })
    .where("id", "=", id)
    .execute();
  giveCookie(tx, cookie);
}

export function takeCookie(tx: Tx): void {
  tx.request.setCookie(COOKIE, "", { maxAgeSeconds: 0, sameSite: "Strict" });
}

function giveCookie(tx: Tx, cookie: string): void {
  tx.request.setCookie(COOKIE, cookie, { maxAgeSeconds: LONGEST_SECONDS, sameSite: "Strict" });
}

/** Ends the active session of the account and answers its id, or null if there was none. */
export async function endActive(tx: Tx, userId: string, reason: PortalEndReason): Promise<string | null> {
  const ended = await db(tx)
    .updateTable("ssoSession")
    .set({ status: "ENDED", endReason: reason, endedAt: tx.now })
    .where("userId", "=", userId)
    .where("status", "=", "ACTIVE")
    .returning("id")
    .executeTakeFirst();
  return ended?.id ?? null;
}

/** Finds the caller's portal session and refuses if it has ended in the meantime. */
export async function currentSession(tx: Tx): Promise<PortalSession> {
  const session = tx.actor.sessionId === null ? null : await findPortalSession(tx, tx.actor.sessionId);
  if (!session) throw new SessionRefused("SESSION_UNKNOWN");
  return session;
}
