import type { FoundSession } from "./lookup.ts";

const KEPT_MS = 1_000;
const MOST = 20_000;

/** Sessions looked up within the last second; other nodes' changes drop them at once, a lost message after a second. */
export class SessionCache {
  readonly #kept = new Map<string, { session: FoundSession; at: number }>();
  /** Which of them belong to a person: a drop must not look through all. */
  readonly #ofUser = new Map<string, Set<string>>();
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
    this.#forget(tokenHash, kept.session.userId);
    return null;
  }

  put(tokenHash: string, session: FoundSession, read: { now: number; drops: number }): void {
    if (read.drops !== this.#drops) return;
    if (this.#kept.size >= MOST) this.#forgetAll(); // a second later they would be gone anyway
    this.#kept.set(tokenHash, { session, at: read.now });
    const ofUser = this.#ofUser.get(session.userId) ?? new Set();
    this.#ofUser.set(session.userId, ofUser.add(tokenHash));
  }

  /** Drops the sessions of a person, or of everybody. */
  drop(userId: string | null): void {
    this.#drops++;
    if (userId === null) this.#forgetAll();
    else for (const tokenHash of this.#ofUser.get(userId) ?? []) this.#forget(tokenHash, userId);
  }

  #forgetAll(): void {
    this.#kept.clear();
    this.#ofUser.clear();
  }

  #forget(tokenHash: string, userId: string): void {
    this.#kept.delete(tokenHash);
    const ofUser = this.#ofUser.get(userId);
    ofUser?.delete(tokenHash);
    if (ofUser?.size === 0) this.#ofUser.delete(userId);
  }
}
