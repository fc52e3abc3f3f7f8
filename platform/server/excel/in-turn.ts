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

const turns = new Turns();

/** Work on this node that waits for its turn. */
export const inTurn = <T>(turn: Turn, work: () => Promise<T>): Promise<T> => turns.take(turn, work);
