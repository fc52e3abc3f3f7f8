import type { Notifications } from "../db/connection/notify.ts";
import type { Logger } from "../log.ts";

/** What came of a turn. A refused group is tried again in smaller ones, until what is bad in it waits alone. */
export type Outcome = "none" | "done" | "refused";

interface Surroundings {
  readonly log: Logger;
  readonly notifications: Notifications;
}

interface Work<T> {
  /** Those who take turns. Whoever is named twice may have two turns at the same time. */
  readonly takers: readonly T[];
  /** How many turns a node has at the same time, because calls need the other connections. */
  readonly lanes: number;
  /** How much a turn does together in one transaction. */
  readonly mostTogether: number;
  readonly channel: string;
  readonly lookEveryMs: number;
  /** What the log says when a look or a turn breaks off. */
  readonly trouble: string;
  /** Finds those for whom something is due. */
  findDue(): Promise<readonly T[]>;
  take(taker: T, most: number): Promise<Outcome>;
}

/**
 * How long a node rests after a look. A stream of commits would else be one look after the other; an event that comes
 * after a rest is looked for at once, one that comes in a rest waits for its end.
 */
const REST_MS = 50;

interface Turn<T> {
  readonly taker: T;
  /** How much it does together next. */
  most: number;
  isDue: boolean;
  isUnderWay: boolean;
}

/**
 * Does what is due in a few lanes. Each lane goes on by itself, so something slow or endless holds up its own lane only.
 * A turn that found nothing comes again after the next look, because what is due may be locked by another node.
 */
export class Lanes<T> {
  readonly #work: Work<T>;
  readonly #around: Surroundings;
  /** The turn that came last stands at the end. */
  readonly #turns: Turn<T>[];
  readonly #underWay = new Set<Promise<void>>();
  #clock: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #rest: NodeJS.Timeout | undefined;
  /** It looks or rests. */
  #isBusy = false;
  /** It was woken meanwhile. */
  #wanted = false;
  #stopped = false;
  #turnsDone = 0;

  constructor(work: Work<T>, around: Surroundings) {
    this.#work = work;
    this.#around = around;
    this.#turns = work.takers.map((taker) => ({ taker, most: work.mostTogether, isDue: false, isUnderWay: false }));
  }

  start(): void {
    if (this.#turns.length === 0) return;
    this.#around.notifications.on(this.#work.channel, () => this.wake());
    this.#clock = setInterval(() => this.wake(), this.#work.lookEveryMs);
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#clock);
    clearTimeout(this.#rest);
    await this.#looking;
    await this.#settle();
  }

  /** Looks for what is due. One look answers all who wake it while it looks or rests. */
  wake(): void {
    this.#wanted = true;
    if (!this.#isBusy && !this.#stopped) this.#looking = this.#lookAndRest();
  }

  async #lookAndRest(): Promise<void> {
    this.#isBusy = true;
    this.#wanted = false;
    await this.#look();
    if (this.#stopped) return;
    this.#rest = setTimeout(() => {
      this.#isBusy = false;
      if (this.#wanted) this.wake();
    }, REST_MS);
  }

  /** Does all that is due, also what comes of it. */
  async runAll(): Promise<void> {
    let before: number;
    do {
      before = this.#turnsDone;
      await this.#look();
      await this.#settle();
    } while (this.#turnsDone > before && !this.#stopped);
  }

  async #settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #look(): Promise<void> {
    try {
      const due = new Set(await this.#work.findDue());
      for (const turn of this.#turns) turn.isDue ||= due.has(turn.taker);
      this.#fill();
    } catch (error) {
      this.#around.log.error({ err: error }, this.#work.trouble);
    }
  }

  /** Begins turns while lanes are free. The one whose last turn is longest ago comes first. */
  #fill(): void {
    while (this.#underWay.size < this.#work.lanes && !this.#stopped) {
      const at = this.#turns.findIndex(({ isDue, isUnderWay }) => isDue && !isUnderWay);
      const [turn] = at < 0 ? [] : this.#turns.splice(at, 1);
      if (!turn) return;
      this.#turns.push(turn);
      const work = this.#take(turn).finally(() => {
        this.#underWay.delete(work);
        this.#fill();
      });
      this.#underWay.add(work);
    }
  }

  async #take(turn: Turn<T>): Promise<void> {
    turn.isDue = false; // a look from here on may see more than the turn does
    turn.isUnderWay = true;
    const { mostTogether, trouble } = this.#work;
    const outcome = await this.#work.take(turn.taker, turn.most).catch((error: unknown) => {
      this.#around.log.error({ err: error }, trouble);
      return "none" as const;
    });
    turn.isUnderWay = false;
    turn.most = { none: mostTogether, done: Math.min(turn.most * 2, mostTogether), refused: 1 }[outcome];
    if (outcome === "none") return;
    turn.isDue = true;
    this.#turnsDone++;
  }
}
