import type { Notifications } from "../db/connection/notify.ts";
import type { Tx } from "../db/tx.ts";
import { Lanes, type Outcome } from "../jobs/lanes.ts";
import type { Logger } from "../log.ts";
import type { Listener } from "../module.ts";
import { EVENT_CHANNEL } from "./publish.ts";
import { dueListeners, markHeard, type Owed, putOff, takeNext } from "./take-next.ts";

interface Surroundings {
  readonly log: Logger;
  readonly notifications: Notifications;
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

const POLL_MS = 2_000;
/** How many events of different records a listener gets in one transaction. */
const MOST_TOGETHER = 100;
/** How many transactions a node has open for events; calls need the other connections. */
const LANES = 4;
/** How many of them one listener may have. */
const LANES_OF_ONE = 2;

/**
 * Delivers stored events to the listeners: each in a transaction of its listener, at least once, in order per record.
 * Events of different records are delivered in parallel, listeners do not wait for each other, and any number of nodes
 * may deliver at the same time (PF-R107).
 */
export class EventDispatcher {
  readonly #listeners: readonly Listener[];
  readonly #around: Surroundings;
  readonly #lanes: Lanes<Listener>;

  constructor(listeners: readonly Listener[], around: Surroundings) {
    this.#listeners = listeners;
    this.#around = around;
    this.#lanes = new Lanes(
      {
        takers: Array.from({ length: LANES_OF_ONE }, () => listeners).flat(),
        lanes: LANES,
        mostTogether: MOST_TOGETHER,
        channel: EVENT_CHANNEL,
        lookEveryMs: POLL_MS,
        trouble: "events could not be delivered",
        findDue: () => this.#findDue(),
        take: (listener, most) => this.#deliverNext(listener, most),
      },
      around,
    );
  }

  start(): void {
    this.#lanes.start();
  }

  stop(): Promise<void> {
    return this.#lanes.stop();
  }

  wake(): void {
    this.#lanes.wake();
  }

  /** Delivers all due events, also those that the listeners themselves publish meanwhile. */
  deliverAll(): Promise<void> {
    return this.#lanes.runAll();
  }

  async #findDue(): Promise<readonly Listener[]> {
    const names = this.#listeners.map(({ name }) => name);
    const due = new Set(await this.#around.inTransaction("event", (tx) => dueListeners(tx, names)));
    return this.#listeners.filter(({ name }) => due.has(name));
  }

  async #deliverNext(listener: Listener, most: number): Promise<Outcome> {
    let owed: readonly Owed[] = [];
    try {
      return await this.#around.inTransaction(`event:${listener.name}`, async (tx) => {
        const taken = await takeNext(tx, listener.name, most);
        if (taken === "again") return "done";
        owed = taken;
        if (owed.length === 0) return "none";
        await deliverAll(tx, listener, owed);
        await markHeard(tx, listener.name, owed);
        return "done";
      });
    } catch (error) {
      const [first, ...more] = owed;
      if (!first) throw error;
      if (more.length > 0) return "refused";
      await this.#putOff(listener, first, error);
      return "done";
    }
  }

  async #putOff({ name }: Listener, owed: Owed, error: unknown): Promise<void> {
    this.#around.log.error({ err: error, listener: name, eventId: owed.eventId }, "a listener failed");
    await this.#around.inTransaction(`event:${name}`, (tx) => putOff(tx, name, owed, error));
  }
}

async function deliverAll(tx: Tx, listener: Listener, owed: readonly Owed[]): Promise<void> {
  const payloads = owed.map(({ payload }) => listener.event.payload.parse(payload) as never);
  if (listener.hearAll) return listener.hearAll(tx, payloads);
  for (const payload of payloads) await listener.hear(tx, payload);
}
