import { type NodeAccess, newToken, type RequestFacts, SessionRefused, sha256 } from "@ops/platform/server";
import { plainIp } from "../account/ip.ts";
import { writeLoginLog } from "../account/login-log.ts";
import { accountRefusal, lockUser } from "../account/usable.ts";
import { db } from "../database.ts";
import { endSurplus, idleLimit } from "./open.ts";
import { REUSED, tellOfReuse } from "./reuse.ts";
import { traceOf } from "./trace.ts";

/**
 * Turns a handover value into a session with a new token at its first use. The value, which was part of an address, is
 * invalid from then on (PF-R50). Other sessions are replaced only now, so that an unused value signs nobody out.
 */
export async function activateHandover(
  userId: string,
  tokenHash: Buffer,
  request: RequestFacts,
  node: NodeAccess,
): Promise<string> {
  return node.commit(async (system) => {
    const tx = { ...system, request };
    const user = await lockUser(tx, userId);
    if (!user || accountRefusal(user, tx.now)) throw new SessionRefused("SESSION_UNKNOWN");
    const token = newToken();
    const activated = await db(tx)
      .updateTable("session")
      .set({
        status: "ACTIVE",
        tokenHash: sha256(token),
        handoverHash: tokenHash,
        handoverIp: plainIp(request.ip),
        lastSeenAt: tx.now,
        idleExpiresAt: idleLimit(tx),
      })
      .where("tokenHash", "=", tokenHash)
      .where("status", "=", "PENDING")
      .where("pendingUntil", ">", tx.now)
      .returning(["id", "ssoSessionId"])
      .executeTakeFirst();
    if (!activated) throw new SessionRefused("SESSION_UNUSED");
    await endSurplus(tx, userId, activated.id);
    const traceId = await traceOf(tx, activated.ssoSessionId);
    const who = { identity: user.mobilePhone, userId, sessionId: activated.id, traceId };
    await writeLoginLog(tx, { ...who, kind: "TRANSFER", result: "SUCCESS" });
    return token;
  });
}

/**
 * Handles a second use of a handover value. From the same address it is a
 * network retry; from another one it is reported (PF-R59).
 */
export async function noteReplay(node: NodeAccess, tokenHash: Buffer, request: RequestFacts): Promise<void> {
  const used = await node.read((tx) =>
    db(tx)
      .selectFrom("session as s")
      .innerJoin("appUser as u", "u.id", "s.userId")
      .select(["s.id", "s.userId", "s.handoverIp", "u.mobilePhone"])
      .where("s.handoverHash", "=", tokenHash)
      .executeTakeFirst(),
  );
  if (!used || used.handoverIp === plainIp(request.ip)) return;
  await node.commit(async (system) => {
    const tx = { ...system, request };
    await tellOfReuse(tx);
    const who = { identity: used.mobilePhone, userId: used.userId, sessionId: used.id };
    await writeLoginLog(tx, { ...who, kind: "TRANSFER", result: "TICKET_INVALID", detail: REUSED });
  });
}
