import type { CacheSignals } from "./caches.ts";
import type { Tx } from "./db/tx.ts";
import type { NodeAccess } from "./module.ts";

/** Something that is read often and changes rarely: every node keeps it by key until a transaction says it is stale. */
export interface Kept<T> {
  /** Begins the key that `tx.invalidate` names: `vehicle.config:<key>`, or `vehicle.config:` for all of them. */
  readonly name: string;
  /** From what is committed, never from the transaction that asks. */
  load(tx: Tx, key: string): Promise<T>;
}

export function kept<T>(name: string, load: (tx: Tx, key: string) => Promise<T>): Kept<T> {
  return { name, load };
}

const MOST = 5_000;

/** What one node keeps; the least recently used ones go. */
export class KeptValues {
  readonly #read: NodeAccess["read"];
  readonly #signals: CacheSignals;
  readonly #values = new Map<string, Map<string, Promise<unknown>>>();

  constructor(read: NodeAccess["read"], signals: CacheSignals) {
    this.#read = read;
    this.#signals = signals;
  }

  async get<T>(declared: Kept<T>, key: string): Promise<T> {
    const values = this.#valuesOf(declared.name);
    const found = values.get(key);
    const value = found ?? this.#read((tx) => declared.load(tx, key));
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > MOST && oldest !== undefined) values.delete(oldest);
    try {
      return (await value) as T; // kept under the name of what loaded it
    } catch (error) {
      if (values.get(key) === value) values.delete(key); // a failure of the database is not a value
      throw error;
    }
  }

  #valuesOf(name: string): Map<string, Promise<unknown>> {
    const known = this.#values.get(name);
    if (known) return known;
    const values = new Map<string, Promise<unknown>>();
    this.#values.set(name, values);
    this.#signals.onInvalidate(`${name}:`, (key) => (key ? values.delete(key) : values.clear()));
    return values;
  }
}
