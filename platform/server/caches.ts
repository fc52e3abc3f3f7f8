import type { Kysely } from "kysely";
import type { Notifications } from "./db/notify.ts";
import { sendWithNext } from "./db/prepared-client.ts";
import { runText } from "./db/statement.ts";

const CHANNEL = "cache_invalidation";
const NOTIFY = sendWithNext("select pg_notify($1, $2)");

/** Tells all nodes, at the commit of this transaction, to drop what they keep under the key. */
export async function tellCaches(database: Kysely<unknown>, key: string): Promise<void> {
  await runText(database, NOTIFY, [CHANNEL, key]);
}

/** Who wants to hear which keys have become stale. After a lost connection everything is stale. */
export class CacheSignals {
  readonly #handlers: { prefix: string; drop: (key: string | null) => void }[] = [];

  constructor(notifications: Notifications) {
    notifications.on(CHANNEL, (key) => this.drop(key));
    notifications.onReconnect(() => {
      for (const { drop } of this.#handlers) drop(null);
    });
  }

  /** `drop` gets the rest of the key after the prefix, or null when everything may be stale. */
  onInvalidate(prefix: string, drop: (key: string | null) => void): void {
    this.#handlers.push({ prefix, drop });
  }

  /** The own node need not wait for the notification of what it committed itself. */
  drop(key: string): void {
    for (const { prefix, drop } of this.#handlers) if (key.startsWith(prefix)) drop(key.slice(prefix.length));
  }
}
