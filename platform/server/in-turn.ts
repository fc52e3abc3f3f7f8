import type { BusinessError } from "@ops/platform/contract";

interface Waiting {
  /** Whether a person waits for the answer and may have only one file in the queue. A task has its own limit. */
  readonly isAsked: boolean;
  run(): Promise<void>;
}

interface Turn {
  /** For whom it is. */
  readonly ownerId: string;
  /** Aborted as soon as nobody waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs one file at a time, because the content of a sheet is in memory as a whole (PF-R95). A person waits for at most
 * one file of each other person, however many files the others have.
 */
export class Turns {
  /** The queues by person. The next one comes first. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #refusal: () => BusinessError;
  #isBusy = false;

  /** Takes the refusal for a person who already has one in the queue. */
  constructor(refusal: () => BusinessError) {
    this.#refusal = refusal;
  }

  take<T>({ ownerId, signal }: Turn, work: () => Promise<T>): Promise<T> {
    const isAsked = signal !== undefined;
    const mine = this.#queues.get(ownerId) ?? [];
    if (isAsked && mine.some((one) => one.isAsked)) throw this.#refusal();
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

  /** Takes the first file of the first person, whose other files go to the end. */
  #pick(): Waiting | undefined {
    const [first] = this.#queues;
    if (!first) return undefined;
    const [ownerId, [turn, ...rest]] = first;
    this.#queues.delete(ownerId);
    if (rest.length > 0) this.#queues.set(ownerId, rest);
    return turn;
  }
}

/** Does the same for each person separately, so that a person delays only themselves. */
export class OwnTurns {
  readonly #mine = new Map<string, { readonly turns: Turns; asked: number }>();
  readonly #refusal: () => BusinessError;

  constructor(refusal: () => BusinessError) {
    this.#refusal = refusal;
  }

  async take<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const mine = this.#mine.get(turn.ownerId) ?? { turns: new Turns(this.#refusal), asked: 0 };
    this.#mine.set(turn.ownerId, mine);
    mine.asked++;
    try {
      return await mine.turns.take(turn, work);
    } finally {
      if (--mine.asked === 0) this.#mine.delete(turn.ownerId);
    }
  }
}
