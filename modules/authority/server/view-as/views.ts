import type { Actor, NodeAccess } from "@ops/platform/server";
import { isOutOfDate } from "../account/out-of-date.ts";
import { member } from "../rights/actor.ts";
import type { Rights } from "../rights/compile.ts";
import type { RightsCache } from "../rights/rights-cache.ts";
import type { FoundSession, FoundView } from "../session/lookup.ts";
import { exceedingRight } from "./exceeds.ts";
import { seenBy } from "./seen.ts";

interface Weighed {
  readonly version: number;
  readonly until: number;
  readonly isWithin: Promise<boolean>;
}

const LONGEST_MS = 60_000;
const MOST = 500;
const USE = "authority:viewAs:use";

/** Views that are open on this node: who is seen, and whether that may still be. */
export class Views {
  readonly #weighed = new Map<string, Weighed>();
  readonly #rights: RightsCache;

  constructor(rights: RightsCache) {
    this.#rights = rights;
  }

  /** The rights of both are looked at anew with every permission version: a view never outlives them. */
  async look(
    session: FoundSession,
    view: FoundView,
    viewer: Actor,
    node: NodeAccess,
  ): Promise<{ actor: Actor; viewIsOver: boolean }> {
    const { permissionVersion } = session;
    const holder = { userId: view.userId, organizationIds: [view.organizationId], permissionVersion };
    const rights = await this.#rights.of(holder, node);
    const person = {
      userId: view.userId,
      userName: view.userName,
      sessionId: session.id,
      boolAdmin: false,
      readOnly: false,
    };
    const viewIsOver =
      !isUsable(view, rights, node.now()) ||
      !mayUse(viewer) ||
      !(await this.#fits(session, view, viewer, rights, node));
    return { actor: seenBy(viewer, member(person, rights)), viewIsOver };
  }

  #fits(
    { permissionVersion: version }: FoundSession,
    { id }: FoundView,
    viewer: Actor,
    rights: Rights,
    node: NodeAccess,
  ): Promise<boolean> {
    const now = node.now().getTime();
    const known = this.#weighed.get(id);
    if (known && known.version === version && now < known.until) return known.isWithin;
    const isWithin = node.read(async (tx) => (await exceedingRight(tx, viewer, rights)) === null);
    // views that are dropped here are checked again when they are used
    if (this.#weighed.size >= MOST) this.#weighed.clear();
    this.#weighed.set(id, { version, until: now + LONGEST_MS, isWithin });
    isWithin.catch(() => this.#weighed.delete(id)); // a failed check must not be cached as an answer
    return isWithin;
  }
}

function isUsable(view: FoundView, rights: Rights, now: Date): boolean {
  if (view.endedAt !== null || view.expiresAt <= now || view.boolAdmin) return false;
  if (view.userStatus !== "ACTIVE" && view.userStatus !== "PENDING") return false;
  if (isOutOfDate(view.validUntil, now)) return false;
  return rights.organizationIds.length > 0;
}

/** A viewer without an organisation in force holds nothing; asking would throw. */
function mayUse(viewer: Actor): boolean {
  return viewer.isAdmin || (viewer.organizationIds.length > 0 && viewer.can(USE));
}
