import type { Logger } from "@ops/platform/server";

/** Stops what was started, last started first; a second request to stop changes nothing. */
export class StopOrder {
  readonly #steps: (() => Promise<unknown>)[] = [];
  readonly #log: Logger;
  #stopped: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  get begun(): boolean {
    return this.#stopped !== undefined;
  }

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#run();
    return this.#stopped;
  }

  /** A part that fails to stop must not keep the others running, the database least of all. */
  async #run(): Promise<void> {
    for (const step of this.#steps.toReversed()) {
      await step().catch((error) => this.#log.error({ err: error }, "a part could not be stopped"));
    }
  }
}
