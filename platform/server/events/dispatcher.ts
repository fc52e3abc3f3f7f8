import type { Notifications } from "../db/connection/notify.ts";
import type { Tx } from "../db/tx.ts";
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

/** The remaining work of a listener in this round. */
interface Turn {
  readonly listener: Listener;
  /** How many events it gets together next. */
  readonly most: number;
}

/**
 * Delivers stored events to the listeners: each in a transaction of its listener, at least once, in order per record.
 * Events of different records are delivered in parallel, and any number of nodes may do so at the same time (PF-R107).
 */
export class EventDispatcher {
  readonly #listeners: readonly Listener[];
  readonly #around: Surroundings;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #wanted = false;
  #stopped = false;

  constructor(listeners: readonly Listener[], around: Surroundings) {
    this.#listeners = listeners;
    this.#around = around;
  }

  start(): void {
    if (this.#listeners.length === 0) return;
    this.#around.notifications.on(EVENT_CHANNEL, () => this.wake());
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#round;
  }

  wake(): void {
    if (this.#wanted || this.#stopped) return;
    this.#wanted = true;
    this.#round = this.#round.then(() => {
      this.#wanted = false;
      return this.deliverAll();
    });
  }

  /** Delivers all due events. Listeners take turns, so that none waits for another one with many events. */
  async deliverAll(): Promise<void> {
    try {
      const turns = await this.#dueTurns();
      while (turns.length > 0 && !this.#stopped) {
        await Promise.all(Array.from({ length: LANES }, () => this.#takeTurns(turns)));
        turns.push(...(await this.#dueTurns())); // events that the listeners themselves have published meanwhile
      }
    } catch (error) {
      this.#around.log.error({ err: error }, "events could not be delivered");
    }
  }

  async #dueTurns(): Promise<Turn[]> {
    const names = this.#listeners.map(({ name }) => name);
    const due = new Set(await this.#around.inTransaction("event", (tx) => dueListeners(tx, names)));
    const waiting = this.#listeners.filter(({ name }) => due.has(name));
    return Array.from({ length: LANES_OF_ONE }, () =>
      waiting.map((listener) => ({ listener, most: MOST_TOGETHER })),
    ).flat();
  }

  /**
   * Works until no listener has a turn left. A refused group is tried again in smaller groups, until the bad event
   * waits alone.
   */
  async #takeTurns(turns: Turn[]): Promise<void> {
    for (let turn = turns.shift(); turn && !this.#stopped; turn = turns.shift()) {
      const { listener } = turn;
      const delivered = await this.#deliverNext(turn).catch((error: unknown) => {
        this.#around.log.error({ err: error, listener: listener.name }, "events could not be delivered");
        return "none" as const;
      });
      const most = delivered === "refused" ? 1 : Math.min(turn.most * 2, MOST_TOGETHER);
      if (delivered !== "none") turns.push({ listener, most });
    }
  }

  async #deliverNext({ listener, most }: Turn): Promise<"none" | "done" | "refused"> {
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
