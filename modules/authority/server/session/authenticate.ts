import { type Authenticate, type Authenticated, type NodeAccess, SessionRefused, sha256 } from "@ops/platform/server";
import { isOutOfDate } from "../account/out-of-date.ts";
import { administrator, member } from "../rights/actor.ts";
import { RightsCache } from "../rights/rights-cache.ts";
import { Views } from "../view-as/views.ts";
import { activateHandover, noteReplay } from "./handover.ts";
import { type FoundSession, findSession } from "./lookup.ts";
import { SessionCache } from "./session-cache.ts";
import { SEEN_EVERY_MS, touchSession } from "./touch.ts";

const SWITCH_GRACE_MS = 10_000;

/** Finds the actor of a token. Its cache lives for at most a second and is dropped when another node changes data. */
export class Authenticator {
  readonly #sessions = new SessionCache();
  readonly #rights = new RightsCache();
  readonly #views = new Views(this.#rights);

  connect(node: NodeAccess): void {
    node.onInvalidate("session:", (userId) => this.#sessions.drop(userId));
    // cached sessions carry the permission version, so a change of rights drops them
    node.onInvalidate("rights", () => this.#sessions.drop(null));
  }

  readonly authenticate: Authenticate = async (token, request, node) => {
    if (!token) throw new SessionRefused("SESSION_MISSING");
    const tokenHash = sha256(token);
    const session = await this.#lookUp(tokenHash, node);
    if (!session) {
      await noteReplay(node, tokenHash, request);
      throw new SessionRefused("SESSION_UNKNOWN");
    }
    if (session.status === "PENDING") return this.#activate(session.userId, tokenHash, request, node);
    return this.#admit(session, node);
  };

  async #lookUp(tokenHash: Buffer, node: NodeAccess): Promise<FoundSession | null> {
    const key = tokenHash.toString("base64url");
    const now = node.now().getTime();
    const kept = this.#sessions.get(key, now);
    if (kept) return kept;
    const { drops } = this.#sessions;
    const found = await node.read((tx) => findSession(tx, tokenHash));
    if (found && found.status !== "PENDING") this.#sessions.put(key, found, { now, drops });
    return found;
  }

  async #activate(...handover: Parameters<typeof activateHandover>): Promise<Authenticated> {
    const [, , , node] = handover;
    const rotatedToken = await activateHandover(...handover);
    const session = await node.read((tx) => findSession(tx, sha256(rotatedToken)));
    if (!session) throw new SessionRefused("SESSION_UNKNOWN");
    return { ...(await this.#admit(session, node)), rotatedToken };
  }

  async #admit(session: FoundSession, node: NodeAccess): Promise<Authenticated> {
    const now = node.now();
    const refusal = refusalOf(session, now);
    if (refusal) throw new SessionRefused(`SESSION_${refusal}`);
    const readOnly = session.status === "ENDED";
    if (!readOnly && now.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY_MS) {
      await node.commit((tx) => touchSession(tx, session));
      this.#sessions.drop(session.userId);
    }
    const person = { ...session, sessionId: session.id };
    const own = session.boolAdmin ? administrator(person) : member(person, await this.#rights.of(session, node));
    const looked = session.view ? await this.#views.look(session, session.view, own, node) : { actor: own };
    return { ...looked, restricted: session.restricted, readOnly };
  }
}

/** Tells why this session is no longer valid, or null. */
function refusalOf(session: FoundSession, now: Date): string | null {
  if (session.userStatus !== "ACTIVE" && session.userStatus !== "PENDING") return session.userStatus;
  if (isOutOfDate(session.validUntil, now)) return "EXPIRED";
  if (session.status === "ENDED" && !isInGrace(session, now)) return session.endReason ?? "ENDED";
  if (session.absoluteExpiresAt <= now) return "ABSOLUTE";
  return session.idleExpiresAt <= now ? "IDLE" : null;
}

/** For a few seconds after a switch of organisation, calls under way may still read with the old token (PF-R64). */
function isInGrace({ endReason, endedAt }: FoundSession, now: Date): boolean {
  return endReason === "ORG_SWITCH" && Number(now) - Number(endedAt) < SWITCH_GRACE_MS;
}
