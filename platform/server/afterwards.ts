import type { Logger } from "./log.ts";

/** Runs work after an answer has been sent, such as a row for the log. A stopping node waits for it. */
export class Afterwards {
  readonly #log: Logger;
  readonly #open = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Starts the work at once. `failure` is logged if it fails. */
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
