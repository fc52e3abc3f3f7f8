import type { FoundSession } from "./lookup.ts";

const KEPT_MS = 1_000;
const MOST = 20_000;

/** Sessions looked up within the last second; other nodes' changes drop them at once, a lost message after a second. */
export class SessionCache {
  readonly #kept = new Map<string, { session: FoundSession; at: number }>();
  #drops = 0;

  /** Remember it before asking the database: what was read before a drop must not be kept after it. */
  get drops(): number {
    return this.#drops;
  }

  get(tokenHash: string, now: number): FoundSession | null {
    const kept = this.#kept.get(tokenHash);
    if (!kept) return null;
    const age = now - kept.at;
    if (age >= 0 && age < KEPT_MS) return kept.session;
    this.#kept.delete(tokenHash);
    return null;
  }

  put(tokenHash: string, session: FoundSession, read: { now: number; drops: number }): void {
    if (read.drops !== this.#drops) return;
    if (this.#kept.size >= MOST) this.#kept.clear(); // a second later they would be gone anyway
    this.#kept.set(tokenHash, { session, at: read.now });
  }

  /** Drops the sessions of a person, or of everybody. */
  drop(userId: string | null): void {
    this.#drops++;
    for (const [tokenHash, { session }] of this.#kept) {
      if (userId === null || session.userId === userId) this.#kept.delete(tokenHash);
    }
  }
}
