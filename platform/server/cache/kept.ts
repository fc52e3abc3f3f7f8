import type { Tx } from "../db/tx.ts";
import type { NodeAccess } from "../module.ts";
import type { CacheSignals } from "./caches.ts";

/**
 * A value that is read often and changes rarely. Every node caches it by key until a transaction declares it outdated.
 */
export interface Kept<T> {
  /** Begins the key that `tx.invalidate` names: `vehicle.config:<key>`, or `vehicle.config:` for all of them. */
  readonly name: string;
  /** Loads the value from committed data, never from the transaction that needs it. */
  load(tx: Tx, key: string): Promise<T>;
  /** The longest lifetime, for values from so much data that nobody can tell when they are outdated. */
  readonly seconds?: number;
}

export function kept<T>(name: string, load: (tx: Tx, key: string) => Promise<T>): Kept<T> {
  return { name, load };
}

interface Value {
  readonly value: Promise<unknown>;
  readonly until: number;
}

const MOST = 5_000;

/** The cached values of one node. The least recently used ones are dropped. */
export class KeptValues {
  readonly #read: NodeAccess["read"];
  readonly #signals: CacheSignals;
  readonly #values = new Map<string, Map<string, Value>>();

  constructor(read: NodeAccess["read"], signals: CacheSignals) {
    this.#read = read;
    this.#signals = signals;
  }

  async get<T>(declared: Kept<T>, key: string): Promise<T> {
    const values = this.#valuesOf(declared.name);
    const { seconds = Number.POSITIVE_INFINITY } = declared;
    const known = values.get(key);
    const fresh = () => ({
      value: this.#read((tx) => declared.load(tx, key)),
      until: performance.now() + seconds * 1000,
    });
    const found = known && known.until > performance.now() ? known : fresh();
    const { value } = found;
    values.delete(key);
    values.set(key, found);
    const [oldest] = values.keys();
    if (values.size > MOST && oldest !== undefined) values.delete(oldest);
    try {
      return (await value) as T; // kept under the name of what loaded it
    } catch (error) {
      if (values.get(key) === found) values.delete(key); // a failure of the database is not a value
      throw error;
    }
  }

  #valuesOf(name: string): Map<string, Value> {
    const known = this.#values.get(name);
    if (known) return known;
    const values = new Map<string, Value>();
    this.#values.set(name, values);
    this.#signals.onInvalidate(`${name}:`, (key) => (key ? values.delete(key) : values.clear()));
    return values;
  }
}
