import { maskPersonalData } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Notifications } from "../db/connection/notify.ts";
import type { Tx } from "../db/tx.ts";
import { errorClass } from "../jobs/error-class.ts";
import type { Logger } from "../log.ts";
import { OUTSIDE_CHANNEL } from "./ask.ts";
import { type OutsidePlace, type OutwardPort, type Queried, type Sent, UNREADABLE } from "./port.ts";
import {
  type Known,
  noteKnown,
  noteTry,
  type PutOff,
  putOffSettling,
  putOffTaking,
  secondsOf,
  settleCall,
  type TakenCall,
  takeNextCall,
  UntakenCall,
} from "./taken-call.ts";

interface Surroundings {
  readonly log: Logger;
  readonly notifications: Notifications;
  readonly places: (port: string) => OutsidePlace | null;
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

const LOOK_EVERY_MS = 1_000;
const PARALLEL = 4;
/** The time between two attempts at what failed on our own side: to take a call, or to give a module its outcome. */
const AGAIN_SECONDS = 30;
const LONGEST_REASON = 200;

/**
 * Makes the calls of all modules, on any number of nodes. Each port has its own pace, so that a slow one delays no
 * other.
 */
export class OutsideRunner {
  readonly ports: ReadonlyMap<string, OutwardPort>;
  readonly #around: Surroundings;
  readonly #underWay = new Map<string, Set<Promise<void>>>();
  #clock: NodeJS.Timeout | undefined;
  #round: Promise<unknown> = Promise.resolve();
  #wanted = false;
  #stopped = false;

  constructor(ports: readonly OutwardPort[], around: Surroundings) {
    this.ports = new Map(ports.map((port) => [port.port, port]));
    this.#around = around;
  }

  start(): void {
    if (this.ports.size === 0) return;
    this.#around.notifications.on(OUTSIDE_CHANNEL, () => this.wake());
    this.#clock = setInterval(() => this.wake(), LOOK_EVERY_MS);
    this.wake();
  }

  /** Stops and waits for running calls, because their outcome is better than a later query. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#clock);
    await this.#round;
    await Promise.all(this.#allUnderWay());
  }

  wake(): void {
    if (this.#wanted || this.#stopped) return;
    this.#wanted = true;
    this.#round = this.#round.then(() => {
      this.#wanted = false;
      return this.#look();
    });
  }

  /**
   * Makes all calls that are due now and waits for them; for tests. A call that ends lets the runner look again, so a
   * look of another round may have taken what this one did not find.
   */
  async callAll(): Promise<void> {
    let [begun, round]: [number, Promise<unknown>] = [0, this.#round];
    do {
      round = this.#round;
      begun = await this.#look();
      await Promise.all([round, ...this.#allUnderWay()]);
    } while (begun > 0 || this.#allUnderWay().length > 0 || round !== this.#round);
  }

  #allUnderWay(): Promise<void>[] {
    return [...this.#underWay.values()].flatMap((some) => [...some]);
  }

  /** Starts due calls and answers how many there were. */
  async #look(): Promise<number> {
    let begun = 0;
    try {
      const due = await this.#around.inTransaction("outside", (tx) => duePorts(tx, [...this.ports.keys()]));
      for (const name of due) begun += await this.#fill(name);
    } catch (error) {
      this.#around.log.error({ err: error }, "outside calls could not be looked for");
    }
    return begun;
  }

  async #fill(name: string): Promise<number> {
    const port = this.ports.get(name);
    if (!port) return 0;
    const underWay = this.#underWay.get(name) ?? new Set();
    this.#underWay.set(name, underWay);
    let begun = 0;
    while (underWay.size < (port.parallel ?? PARALLEL) && !this.#stopped) {
      const call = await this.#take(port);
      if (!call) break;
      begun++;
      const work = this.#attend(port, call).finally(() => {
        underWay.delete(work);
        this.wake();
      });
      underWay.add(work);
    }
    return begun;
  }

  /** Takes the next call. One that cannot be taken is put off, so that it holds up neither its port nor the others. */
  async #take(port: OutwardPort): Promise<TakenCall | null> {
    try {
      return await this.#in(port, (tx) => takeNextCall(tx, port));
    } catch (error) {
      if (!(error instanceof UntakenCall)) throw error;
      const { call, cause } = error;
      this.#around.log.error({ err: cause, port: port.port, key: call.key }, "an outside call could not be taken");
      await this.#in(port, (tx) => putOffTaking(tx, call, againOf(tx, cause)));
      this.wake(); // the next one comes with another look, after the other ports
      return null;
    }
  }

  #in<T>({ port }: OutwardPort, act: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#around.inTransaction(`outside:${port}`, act);
  }

  /** Processes a call. If this fails, another node finds the call after its lease has ended. */
  async #attend(port: OutwardPort, call: TakenCall): Promise<void> {
    try {
      const isKnown = call.task === "SETTLE" || (await this.#try(port, call));
      if (isKnown) await this.#settle(port, call);
    } catch (error) {
      this.#around.log.error({ err: error, port: port.port, key: call.key }, "an outside call could not be noted");
    }
  }

  /** One try over the network, with no transaction open. Answers whether the outcome is known. */
  async #try(port: OutwardPort, call: TakenCall): Promise<boolean> {
    const outcome = await this.#speak(port, call);
    const known = knownOf(port, outcome);
    if (known) return this.#in(port, (tx) => noteKnown(tx, port, call, known));
    const reason = "reason" in outcome ? tellOperators(outcome.reason) : UNREADABLE;
    const isSafe = outcome.is === "NOT_TAKEN";
    const isError = outcome.is !== "PENDING";
    this.#around.log.warn({ port: port.port, key: call.key, tries: call.tries, reason }, "an outside call goes on");
    return this.#in(port, async (tx) => {
      const at = nextTry(port, call, tx.now);
      if (at) {
        await noteTry(tx, port, call, { state: isSafe ? "WAITING" : "ASKING", reason, isError, at });
        return false;
      }
      return noteKnown(tx, port, call, { is: "FAILED", kind: isSafe ? "GIVEN_UP" : "UNSURE", reason });
    });
  }

  async #speak(port: OutwardPort, call: TakenCall): Promise<Sent<unknown> | Queried<unknown>> {
    const ms = secondsOf(port) * 1_000;
    const signal = AbortSignal.timeout(ms);
    const { key, sentAt } = call;
    const place = this.#around.places(port.port);
    try {
      const outgoing = { key, request: port.request.parse(call.request), sentAt, signal, place };
      const answered = call.task === "SEND" ? port.send(outgoing) : port.query(outgoing);
      return await Promise.race([answered, rejectWith(signal)]);
    } catch (error) {
      return { is: "NO_ANSWER", reason: errorClass(error) };
    }
  }

  async #settle(port: OutwardPort, call: TakenCall): Promise<void> {
    try {
      await this.#in(port, (tx) => settleCall(tx, port, call));
    } catch (error) {
      this.#around.log.error(
        { err: error, port: port.port, key: call.key },
        "the end of an outside call was not taken",
      );
      await this.#in(port, (tx) => putOffSettling(tx, call, againOf(tx, error)));
    }
  }
}

const againOf = ({ now }: Tx, error: unknown): PutOff => ({
  error: errorClass(error),
  at: new Date(now.getTime() + AGAIN_SECONDS * 1_000),
});

async function duePorts(tx: Tx, ports: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ port: string }>`
    select port from unnest(${ports}::text[]) port
    where exists (select 1 from outside_call c where c.port = port.port and c.due_at <= ${tx.now})`.execute(tx.kysely);
  return rows.map(({ port }) => port);
}

/** Finds the final outcome; null if there is none yet. An unreadable answer does not count as one. */
function knownOf(port: OutwardPort, outcome: Sent<unknown> | Queried<unknown>): Known | null {
  if (outcome.is === "DONE") {
    const read = port.answer.safeParse(outcome.answer);
    return read.success ? { is: "DONE", answer: outcome.answer } : null;
  }
  if (outcome.is === "PENDING" || outcome.is === "NOT_TAKEN" || outcome.is === "NO_ANSWER") return null;
  return { is: "FAILED", kind: outcome.is, reason: tellOperators(outcome.reason) };
}

/** Finds the time of the next try; null if there is none. */
function nextTry({ again, mostHours }: OutwardPort, { tries, endsAt }: TakenCall, now: Date): Date | null {
  const last = mostHours === undefined ? undefined : again.at(-1);
  const wait = again[tries - 1] ?? last;
  if (wait === undefined) return null;
  const at = new Date(now.getTime() + wait * 1_000);
  return endsAt !== null && at > endsAt ? null : at;
}

/**
 * Makes a text of the other side readable for operators, without numbers that may belong to people. A text in another
 * language is quoted.
 */
function tellOperators(reason: string): string {
  const words = maskPersonalData(reason)
    .replace(/\d{7,}/g, "***")
    .slice(0, LONGEST_REASON);
  if (words.trim() === "") return "对方未说明原因";
  return /\p{Script=Han}/u.test(words) ? words : `对方返回：${words}`;
}

function rejectWith(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
