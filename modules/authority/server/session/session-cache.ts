import type { FoundSession } from "./lookup.ts";

const KEPT_MS = 1_000;
const MOST = 20_000;

/** Caches sessions for a second. Other nodes drop them at once; if that message is lost, they expire. */
export class SessionCache {
  readonly #kept = new Map<string, { session: FoundSession; at: number }>();
  /** Token hashes by person, so that a drop does not have to search all entries. */
  readonly #ofUser = new Map<string, Set<string>>();
  #drops = 0;

  /** Callers read this before they ask the database: a row read before a drop must not be cached after it. */
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
    // all entries live for one second only, so dropping them costs little
    if (this.#kept.size >= MOST) this.#forgetAll();
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
