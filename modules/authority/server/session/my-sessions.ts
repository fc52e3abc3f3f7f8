import { type AnswerFrom, commonErrors } from "@ops/platform/contract";
import { reads, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { accountErrors } from "../../contract/index.ts";
import { writeLoginLog } from "../account/login-log.ts";
import { db } from "../database.ts";
import { endSessions } from "./end.ts";
import { endReasonNames, loginKindNames } from "./end-reasons.ts";

const SHOWN_DAYS = 30;
const MOST_SHOWN = 100;

/** Ends the present session (PF-R42). */
export const logout = writes(contract.logout, async (tx): Promise<true> => {
  const { userId, sessionId } = tx.actor;
  if (sessionId === null) return true;
  await endSessions(tx, userId, "LOGOUT", { only: [sessionId], quietFor: sessionId });
  const identity = await phoneOf(tx, userId);
  await writeLoginLog(tx, { identity, kind: "PASSWORD", result: "LOGOUT", userId, sessionId });
  tx.trail.about("session", sessionId);
  return true;
});

/** Lists the sign-ins of the last 30 days and the trusted devices (PF-R31). */
export const mySessions = reads(contract.mySessions, async (tx): Promise<AnswerFrom<typeof contract.mySessions>> => {
  const since = new Date(tx.now.getTime() - SHOWN_DAYS * 86_400_000);
  const sessions = await db(tx)
    .selectFrom("session")
    .selectAll()
    .where("userId", "=", tx.actor.userId)
    .where("status", "<>", "PENDING")
    .where("createdAt", ">", since)
    // a session that continued under a new token after a switch is shown once, as its successor
    .where(sql<boolean>`end_reason is distinct from 'ORG_SWITCH'`)
    .orderBy("createdAt", "desc")
    .limit(MOST_SHOWN)
    .execute();
  const trustedDevices = await db(tx)
    .selectFrom("trustedDevice")
    .select(["id", "deviceName", "lastUsedAt"])
    .where("userId", "=", tx.actor.userId)
    .orderBy("lastUsedAt", "desc")
    .execute();
  return {
    sessions: sessions.map((session) => ({
      ...session,
      status: session.status === "ACTIVE" ? "ACTIVE" : "ENDED",
      isCurrent: session.id === tx.actor.sessionId,
      loginKindName: loginKindNames[session.loginKind],
      endReasonName: session.endReason === null ? "" : endReasonNames[session.endReason],
    })),
    trustedDevices,
  };
});

export const endMySession = writes(contract.endMySession, async (tx, { params: { id } }): Promise<true> => {
  if (id === tx.actor.sessionId) throw accountErrors.sessionSelf();
  const ended = await endSessions(tx, tx.actor.userId, "REMOTE_LOGOUT", { only: [id] });
  if (ended === 0) throw commonErrors.notFound();
  tx.trail.about("session", id);
  return true;
});

export const forgetMyDevice = writes(contract.forgetMyDevice, async (tx, { params: { id } }): Promise<true> => {
  const forgotten = await db(tx)
    .deleteFrom("trustedDevice")
    .where("id", "=", id)
    .where("userId", "=", tx.actor.userId)
    .returning("deviceName")
    .executeTakeFirst();
  if (!forgotten) throw commonErrors.notFound();
  tx.trail.about("trustedDevice", id);
  tx.trail.summary = forgotten.deviceName;
  return true;
});

async function phoneOf(tx: Tx, userId: string): Promise<string> {
  const row = await db(tx).selectFrom("appUser").select("mobilePhone").where("id", "=", userId).executeTakeFirst();
  return row?.mobilePhone ?? "";
}
