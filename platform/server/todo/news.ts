import type { TodoSource } from "./todo.ts";

/** News of one card are sent at most once in this time; the last change is sent at its end. */
const PAUSE_MS = 1_000;

/**
 * Tells open pages which cards may have changed, for each card at most once a second and node (PF-R109). It is sent
 * after the commit and lost with the node, but pages also count regularly.
 */
export class TodoNews {
  readonly #sources: readonly TodoSource[];
  readonly #tell: (keys: readonly string[]) => Promise<void>;
  /** The cards that were sent within the last second, and whether they changed since. */
  readonly #told = new Map<string, { changed: boolean }>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(sources: readonly TodoSource[], tell: (keys: readonly string[]) => Promise<void>) {
    this.#sources = sources;
    this.#tell = tell;
  }

  /** `tables` are those that a transaction has changed. */
  note(tables: ReadonlySet<string>): void {
    const changed = this.#sources.filter((source) => source.tables.some((table) => tables.has(table)));
    const fresh = changed.map(({ key }) => key).filter((key) => !this.#told.has(key));
    for (const { key } of changed) this.#told.set(key, { changed: !fresh.includes(key) });
    if (fresh.length > 0) this.#send(fresh);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #send(keys: readonly string[]): void {
    void this.#tell(keys).catch(() => undefined); // pages also count regularly
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#rest(keys);
    }, PAUSE_MS);
    this.#timers.add(timer);
  }

  /** Runs after the pause: sends what changed meanwhile. Other cards can be sent at once the next time. */
  #rest(keys: readonly string[]): void {
    const again = keys.filter((key) => this.#told.get(key)?.changed);
    for (const key of keys) {
      if (again.includes(key)) this.#told.set(key, { changed: false });
      else this.#told.delete(key);
    }
    if (again.length > 0) this.#send(again);
  }
}
