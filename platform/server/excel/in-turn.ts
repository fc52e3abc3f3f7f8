import { importErrors } from "@ops/platform/contract";

interface Waiting {
  /** Somebody waits for the answer, and may have one file in the queue; a task has its own limit. */
  readonly isAsked: boolean;
  run(): Promise<void>;
}

interface Turn {
  /** For whom it is. */
  readonly ownerId: string;
  /** Aborted as soon as nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One at a time, because what a sheet holds is in memory as a whole (PF-R95). Whoever waits has a turn after at most one file
 * of each other person, however many files the others have.
 */
export class Turns {
  /** The one whose turn is next stands first. */
  readonly #queues = new Map<string, Waiting[]>();
  #isBusy = false;

  take<T>({ ownerId, signal }: Turn, work: () => Promise<T>): Promise<T> {
    const isAsked = signal !== undefined;
    const mine = this.#queues.get(ownerId) ?? [];
    if (isAsked && mine.some((one) => one.isAsked)) throw importErrors.waiting();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { isAsked, run: () => work().then(resolve, reject) };
      mine.push(waiting);
      this.#queues.set(ownerId, mine);
      signal?.addEventListener("abort", () => this.#leave(ownerId, waiting) && reject(signal.reason), { once: true });
      void this.#next();
    });
  }

  /** Answers whether it was still waiting. */
  #leave(ownerId: string, waiting: Waiting): boolean {
    const mine = this.#queues.get(ownerId) ?? [];
    const rest = mine.filter((one) => one !== waiting);
    if (rest.length > 0) this.#queues.set(ownerId, rest);
    else this.#queues.delete(ownerId);
    return rest.length < mine.length;
  }

  async #next(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let turn = this.#pick(); turn; turn = this.#pick()) await turn.run();
    this.#isBusy = false;
  }

  /** The first file of whoever is first; their others go to the end. */
  #pick(): Waiting | undefined {
    const [first] = this.#queues;
    if (!first) return undefined;
    const [ownerId, [turn, ...rest]] = first;
    this.#queues.delete(ownerId);
    if (rest.length > 0) this.#queues.set(ownerId, rest);
    return turn;
  }
}

/** The same for each person alone: whoever begins one thing after the other holds up nobody but himself. */
class OwnTurns {
  readonly #mine = new Map<string, { readonly turns: Turns; asked: number }>();

  async take<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const mine = this.#mine.get(turn.ownerId) ?? { turns: new Turns(), asked: 0 };
    this.#mine.set(turn.ownerId, mine);
    mine.asked++;
    try {
      return await mine.turns.take(turn, work);
    } finally {
      if (--mine.asked === 0) this.#mine.delete(turn.ownerId);
    }
  }
}

const turns = new Turns();
const ownTurns = new OwnTurns();

/** Work on this node that waits for its turn. */
export const inTurn = <T>(turn: Turn, work: () => Promise<T>): Promise<T> => turns.take(turn, work);

/** Work on this node of which each person has one at a time. */
export const inOwnTurn = <T>(turn: Turn, work: () => Promise<T>): Promise<T> => ownTurns.take(turn, work);
