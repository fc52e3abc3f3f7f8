import { wireTime } from "@ops/platform/contract";
import { newId, newToken, sha256, type Tx } from "@ops/platform/server";
import { deviceOf } from "../account/device.ts";
import { ipRegion, plainIp } from "../account/ip.ts";
import { db, type LoginKind } from "../database.ts";
import { sessionIdleMinutes, sessionMax, sessionMaxHours, sessionPolicy } from "../params.ts";
import { endSessions } from "./end.ts";

interface NewSession {
  readonly userId: string;
  readonly organizationIds: readonly string[];
  readonly loginKind: LoginKind;
  readonly restricted: boolean;
  readonly deviceIdHash?: Buffer | null;
  readonly ssoSessionId?: string | null;
  /** The binding to another platform through which the person signed in; unbinding ends the session (AU-R51). */
  readonly otherAccountId?: string | null;
  /** Whether this is a handover value for `/Transfer`, which becomes a session at its first use (PF-R50). */
  readonly pending?: boolean;
  /** Given when a session continues under another token, so that switching never extends it. */
  readonly absoluteExpiresAt?: Date;
}

interface OpenedSession {
  readonly id: string;
  readonly token: string;
}

const PENDING_MS = 60_000;

/** Opens a session and ends those that the policy does not allow beside it. The caller has locked the user. */
export async function openSession(tx: Tx, opened: NewSession): Promise<OpenedSession> {
  const session = { id: newId(), token: newToken() };
  const { now } = tx;
  const until = opened.absoluteExpiresAt ?? new Date(now.getTime() + tx.param(sessionMaxHours) * 3_600_000);
  await db(tx)
    .insertInto("session")
    .values({
      id: session.id,
      tokenHash: sha256(session.token),
      userId: opened.userId,
      activeOrganizationIds: [...opened.organizationIds],
      loginKind: opened.loginKind,
      ssoSessionId: opened.ssoSessionId ?? null,
      otherAccountId: opened.otherAccountId ?? null,
      restricted: opened.restricted,
      ...deviceOf(tx.request.userAgent),
      ip: plainIp(tx.request.ip),
      ipRegion: ipRegion(tx.request.ip),
      deviceIdHash: opened.deviceIdHash ?? null,
      createdAt: now,
      lastSeenAt: now,
      idleExpiresAt: idleLimit(tx),
      absoluteExpiresAt: until,
      pendingUntil: opened.pending ? new Date(now.getTime() + PENDING_MS) : null,
      status: opened.pending ? "PENDING" : "ACTIVE",
    })
    .execute();
  if (!opened.pending) await endSurplus(tx, opened.userId, session.id);
  return session;
}

/** With SINGLE, ends all sessions but the newest; with MULTI, ends the oldest ones beyond the limit (PF-R28). */
export async function endSurplus(tx: Tx, userId: string, newestId: string): Promise<void> {
  const keep = tx.param(sessionPolicy) === "SINGLE" ? 1 : tx.param(sessionMax);
  const others = await db(tx)
    .selectFrom("session")
    .select("id")
    .where("userId", "=", userId)
    .where("status", "=", "ACTIVE")
    .where("id", "<>", newestId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .offset(keep - 1)
    .execute();
  if (others.length === 0) return;
  const { browser, os } = deviceOf(tx.request.userAgent);
  await endSessions(tx, userId, "REPLACED", {
    only: others.map((other) => other.id),
    replacedById: newestId,
    newLogin: `${ipRegion(tx.request.ip)} · ${browser}/${os} · ${wireTime(tx.now)}`,
  });
}

export function idleLimit(tx: Tx): Date {
  return new Date(tx.now.getTime() + tx.param(sessionIdleMinutes) * 60_000);
}
