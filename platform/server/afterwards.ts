import type { Logger } from "./log.ts";

/** What a node does once an answer has left, such as a row for the log. It is not lost when the node stops. */
export class Afterwards {
  readonly #log: Logger;
  readonly #open = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Begins at once; `failure` is what the log of the server says if it fails. */
  add(failure: string, work: () => Promise<void>): void {
    const done = work()
      .catch((err: unknown) => this.#log.error({ err }, failure))
      .finally(() => this.#open.delete(done));
    this.#open.add(done);
  }

  /** Until all that was begun has ended. */
  async settle(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
  }
}
