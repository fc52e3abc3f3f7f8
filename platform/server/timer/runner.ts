import { sql } from "kysely";
import type { Notifications } from "../db/connection/notify.ts";
import type { Tx } from "../db/tx.ts";
import { errorClass } from "../jobs/error-class.ts";
import type { Logger } from "../log.ts";
import { TIMER_CHANNEL } from "./set-timer.ts";
import type { TimerType } from "./timer.ts";

interface Due {
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly attempts: number;
}

interface Surroundings {
  readonly log: Logger;
  readonly notifications: Notifications;
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Timers fire within two seconds of their time (PF-R110): a look every second leaves one for the work before them. */
const LOOK_EVERY_MS = 1_000;
const LONGEST_WAIT_SECONDS = 300;
/** Timers that are handled in one transaction. */
const MOST_TOGETHER = 50;
/** How many such transactions a node has open at a time, because calls need the other connections. */
const SIDE_BY_SIDE = 3;

/** Fires timers on any number of nodes: each once, in the transaction that removes it. */
export class TimerRunner {
  readonly #kinds: ReadonlyMap<string, TimerType>;
  readonly #around: Surroundings;
  #clock: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #wanted = false;
  #stopped = false;

  constructor(kinds: readonly TimerType[], around: Surroundings) {
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
    this.#around = around;
  }

  start(): void {
    if (this.#kinds.size === 0) return;
    this.#around.notifications.on(TIMER_CHANNEL, () => this.wake());
    this.#clock = setInterval(() => this.wake(), LOOK_EVERY_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#clock);
    await this.#round;
  }

  wake(): void {
    if (this.#wanted || this.#stopped) return;
    this.#wanted = true;
    this.#round = this.#round.then(() => {
      this.#wanted = false;
      return this.fireAll();
    });
  }

  /** Fires all that is due now. */
  async fireAll(): Promise<void> {
    try {
      if ((await this.#fireNext(MOST_TOGETHER)) === "none") return;
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => this.#fireRest()));
    } catch (error) {
      this.#around.log.error({ err: error }, "timers could not be fired");
    }
  }

  /** Fires timers until none is due. If a group fails, they are fired one by one, so that the bad one waits alone. */
  async #fireRest(): Promise<void> {
    let most = MOST_TOGETHER;
    while (!this.#stopped) {
      const fired = await this.#fireNext(most);
      if (fired === "none") return;
      most = fired === "failed" ? 1 : MOST_TOGETHER;
    }
  }

  async #fireNext(most: number): Promise<"none" | "done" | "failed"> {
    let due: readonly Due[] = [];
    try {
      return await this.#around.inTransaction("timer", async (tx) => {
        due = await takeDue(tx, [...this.#kinds.keys()], most);
        for (const { kind, payload } of due) await this.#handle({ ...tx, permission: `timer:${kind}` }, kind, payload);
        return due.length === 0 ? "none" : "done";
      });
    } catch (error) {
      const [first, ...more] = due;
      if (!first) throw error;
      if (more.length === 0) await this.#putOff(first, error);
      return "failed";
    }
  }

  async #handle(tx: Tx, kind: string, payload: unknown): Promise<void> {
    const declared = this.#kinds.get(kind);
    await declared?.handle(tx, declared.payload.parse(payload));
  }

  /** Puts a timer off. If two nodes fail with the same timer at the same moment, only one of them counts. */
  async #putOff({ kind, key, attempts }: Due, error: unknown): Promise<void> {
    this.#around.log.error({ err: error, timer: kind, key }, "a timer failed");
    await this.#around.inTransaction("timer", (tx) =>
      sql`update timer set attempts = attempts + 1, last_error = ${errorClass(error)},
        next_try_at = ${tx.now}::timestamptz + make_interval(secs => ${Math.min(2 ** attempts, LONGEST_WAIT_SECONDS)})
        where kind = ${kind} and key = ${key} and attempts = ${attempts}`.execute(tx.kysely),
    );
  }
}

/**
 * Takes the earliest due timers, which are deleted with the commit. Timers that another node works on are skipped, and
 * so are those that no module of this node declares.
 */
async function takeDue(tx: Tx, kinds: readonly string[], most: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    delete from timer where (kind, key) in (
      select kind, key from timer where kind = any(${kinds}::text[]) and next_try_at <= ${tx.now}
      order by next_try_at limit ${most} for update skip locked)
    returning kind, key, payload, attempts`.execute(tx.kysely);
  return rows;
}
