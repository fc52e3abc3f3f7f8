import pg from "pg";
import type { Logger } from "../../log.ts";
import { connectionOptions, type DatabaseAddress, errorCode } from "../database.ts";

type Handler = (payload: string) => void;

/**
 * Receives what nodes send with NOTIFY. Each node has one connection for this, which is restored automatically when it
 * is lost. `onReconnect` lets caches drop what they may have missed.
 */
export class Notifications {
  readonly #address: DatabaseAddress;
  readonly #log: Logger;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #reconnected = new Set<() => void>();
  #client: pg.Client | null = null;
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(address: DatabaseAddress, log: Logger) {
    this.#address = address;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#connect();
  }

  on(channel: string, handler: Handler): void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
  }

  onReconnect(handler: () => void): void {
    this.#reconnected.add(handler);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined); // it may be dead already
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...connectionOptions(this.#address),
      application_name: "console-notify",
      keepAlive: true,
    });
    client.on("notification", ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? "");
    });
    client.on("error", (error) => this.#lost(client, errorCode(error)));
    client.on("end", () => this.#lost(client, "ended"));
    await client.connect();
    for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.#client = client;
  }

  #lost(client: pg.Client, why: string): void {
    if (this.#client !== client || this.#stopped) return;
    this.#client = null;
    this.#log.warn({ why }, "the notification connection was lost");
    this.#tryAgain(500);
  }

  #tryAgain(delayMs: number): void {
    this.#retry = setTimeout(async () => {
      try {
        await this.#connect();
        for (const handler of this.#reconnected) handler();
      } catch {
        this.#tryAgain(Math.min(delayMs * 2, 5_000)); // the database is still away
      }
    }, delayMs);
  }
}
