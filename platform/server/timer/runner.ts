import { sql } from "kysely";
import type { Notifications } from "../db/connection/notify.ts";
import type { Tx } from "../db/tx.ts";
import { errorClass } from "../jobs/error-class.ts";
import { Lanes, type Outcome } from "../jobs/lanes.ts";
import type { Logger } from "../log.ts";
import { TIMER_CHANNEL } from "./set-timer.ts";
import type { TimerType } from "./timer.ts";

interface Due {
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly attempts: number;
  /** Its times as the database tells them, to the microsecond. */
  readonly dueAt: string;
  readonly nextTryAt: string;
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
  readonly #lanes: Lanes<"timer">;

  constructor(kinds: readonly TimerType[], around: Surroundings) {
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
    this.#around = around;
    this.#lanes = new Lanes(
      {
        takers: kinds.length === 0 ? [] : Array.from({ length: SIDE_BY_SIDE }, () => "timer" as const),
        lanes: SIDE_BY_SIDE,
        mostTogether: MOST_TOGETHER,
        channel: TIMER_CHANNEL,
        lookEveryMs: LOOK_EVERY_MS,
        trouble: "timers could not be fired",
        findDue: () => this.#around.inTransaction("timer", (tx) => findDue(tx, [...this.#kinds.keys()])),
        take: (_, most) => this.#fireNext(most),
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

  /** Fires all that is due now. */
  fireAll(): Promise<void> {
    return this.#lanes.runAll();
  }

  async #fireNext(most: number): Promise<Outcome> {
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
      if (more.length > 0) return "refused";
      await this.#putOff(first, error);
      return "done";
    }
  }

  async #handle(tx: Tx, kind: string, payload: unknown): Promise<void> {
    const declared = this.#kinds.get(kind);
    await declared?.handle(tx, declared.payload.parse(payload));
  }

  /**
   * Puts a timer off, unless it was moved since it was taken. If two nodes fail with the same timer at the same moment,
   * only one of them counts.
   */
  async #putOff({ kind, key, attempts, dueAt, nextTryAt }: Due, error: unknown): Promise<void> {
    this.#around.log.error({ err: error, timer: kind, key }, "a timer failed");
    await this.#around.inTransaction("timer", (tx) =>
      sql`update timer set attempts = attempts + 1, last_error = ${errorClass(error)},
        next_try_at = ${tx.now}::timestamptz + make_interval(secs => ${Math.min(2 ** attempts, LONGEST_WAIT_SECONDS)})
        where kind = ${kind} and key = ${key} and attempts = ${attempts}
          and due_at = ${dueAt}::timestamptz and next_try_at = ${nextTryAt}::timestamptz`.execute(tx.kysely),
    );
  }
}

/** Finds whether a timer is due, also one that another node works on. */
async function findDue(tx: Tx, kinds: readonly string[]): Promise<readonly "timer"[]> {
  const { rows } = await sql`select 1 from timer
    where kind = any(${kinds}::text[]) and next_try_at <= ${tx.now} limit 1`.execute(tx.kysely);
  return rows.map(() => "timer");
}

/**
 * Takes the earliest due timers, which are deleted with the commit. Timers that another node works on are skipped, and
 * so are those that no module of this node declares.
 */
async function takeDue(tx: Tx, kinds: readonly string[], most: number): Promise<readonly Due[]> {
  // they are looked for once: as a subquery they may be looked for again for each row of the table, beyond the limit
  const { rows } = await sql<Due>`
    with due as materialized (
      select kind, key from timer where kind = any(${kinds}::text[]) and next_try_at <= ${tx.now}
      order by next_try_at limit ${most} for update skip locked)
    delete from timer t using due where t.kind = due.kind and t.key = due.key
    returning t.kind, t.key, t.payload, t.attempts, t.due_at::text as "dueAt", t.next_try_at::text as "nextTryAt"`.execute(
    tx.kysely,
  );
  return rows;
}
