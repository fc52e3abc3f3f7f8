import { sql } from "kysely";
import type { Notifications } from "../db/notify.ts";
import type { Tx } from "../db/tx.ts";
import type { Logger } from "../log.ts";
import type { Listener } from "../module.ts";
import { EVENT_CHANNEL } from "./publish.ts";

interface Owed {
  eventId: number;
  payload: unknown;
  attempts: number;
}

interface Surroundings {
  readonly log: Logger;
  readonly notifications: Notifications;
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

const POLL_MS = 2_000;
const LONGEST_WAIT_SECONDS = 300;
/** Events that a listener who takes several hears in one transaction. */
const MOST_TOGETHER = 100;

/**
 * Delivers stored events to the listeners: each in the transaction of its listener, at least once, in order per record.
 * Any number of nodes may do it at the same time.
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

  /** Delivers all that is due now. */
  async deliverAll(): Promise<void> {
    for (const listener of this.#listeners) {
      try {
        await this.#deliverTo(listener);
      } catch (error) {
        this.#around.log.error({ err: error, listener: listener.name }, "events could not be delivered");
      }
    }
  }

  /** Until nothing is due; where a group is refused, one event after the other, so that the bad one waits alone. */
  async #deliverTo(listener: Listener): Promise<void> {
    let most = listener.hearAll ? MOST_TOGETHER : 1;
    while (!this.#stopped) {
      const delivered = await this.#deliverNext(listener, most);
      if (delivered === "none") return;
      if (delivered === "refused") most = 1;
    }
  }

  async #deliverNext(listener: Listener, most: number): Promise<"none" | "done" | "refused"> {
    let owed: Owed[] = [];
    try {
      return await this.#around.inTransaction(`event:${listener.name}`, async (tx) => {
        owed = await takeNext(tx, listener.name, most);
        if (owed.length === 0) return "none";
        await hearAll(tx, listener, owed);
        const eventIds = owed.map(({ eventId }) => eventId);
        await sql`update event_delivery set done_at = ${tx.now}, attempts = attempts + 1
          where listener = ${listener.name} and event_id = any(${eventIds}::bigint[])`.execute(tx.kysely);
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

  async #putOff(listener: Listener, owed: Owed, error: unknown): Promise<void> {
    const seconds = Math.min(2 ** owed.attempts, LONGEST_WAIT_SECONDS);
    this.#around.log.error({ err: error, listener: listener.name, eventId: owed.eventId }, "a listener failed");
    await this.#around.inTransaction(`event:${listener.name}`, (tx) =>
      sql`update event_delivery set attempts = attempts + 1, last_error = ${String(error).slice(0, 500)},
        next_try_at = now() + make_interval(secs => ${seconds})
        where listener = ${listener.name} and event_id = ${owed.eventId}`.execute(tx.kysely),
    );
  }
}

async function hearAll(tx: Tx, listener: Listener, owed: readonly Owed[]): Promise<void> {
  const payloads = owed.map(({ payload }) => listener.event.payload.parse(payload) as never);
  if (listener.hearAll) return listener.hearAll(tx, payloads);
  for (const payload of payloads) await listener.hear(tx, payload);
}

/** The next events that are due, of each record the earliest only. */
async function takeNext(tx: Tx, listener: string, most: number): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select d.event_id as "eventId", e.payload, d.attempts
    from event_delivery d join event_outbox e on e.id = d.event_id
    where d.listener = ${listener} and d.done_at is null and d.next_try_at <= now()
      and not exists (select 1 from event_delivery earlier where earlier.listener = d.listener and earlier.key = d.key
        and earlier.done_at is null and earlier.event_id < d.event_id)
    order by d.event_id limit ${most}
    for update of d skip locked`.execute(tx.kysely);
  return rows;
}
