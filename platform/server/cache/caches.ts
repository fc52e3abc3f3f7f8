import type { Kysely } from "kysely";
import type { Notifications } from "../db/connection/notify.ts";
import { sendWithNext } from "../db/connection/prepared-client.ts";
import { runText } from "../db/connection/statement.ts";

const CHANNEL = "cache_invalidation";
const NOTIFY = sendWithNext("select pg_notify($1, $2)");

/** Tells all nodes to drop the cached values of the key when this transaction commits. */
export async function tellCaches(database: Kysely<unknown>, key: string): Promise<void> {
  await runText(database, NOTIFY, [CHANNEL, key]);
}

/** Delivers the keys of outdated values to the caches. After a lost connection, everything counts as outdated. */
export class CacheSignals {
  readonly #handlers: { prefix: string; drop: (key: string | null) => void }[] = [];

  constructor(notifications: Notifications) {
    notifications.on(CHANNEL, (key) => this.drop(key));
    notifications.onReconnect(() => {
      for (const { drop } of this.#handlers) drop(null);
    });
  }

  /** `drop` gets the part of the key after the prefix, or null if everything may be outdated. */
  onInvalidate(prefix: string, drop: (key: string | null) => void): void {
    this.#handlers.push({ prefix, drop });
  }

  /** Drops a key on the own node at once, without waiting for the notification. */
  drop(key: string): void {
    for (const { prefix, drop } of this.#handlers) if (key.startsWith(prefix)) drop(key.slice(prefix.length));
  }
}
