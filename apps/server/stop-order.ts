import type { Logger } from "@ops/platform/server";

interface Step {
  readonly stop: () => Promise<unknown>;
  /** Whether it must have ended before the process may end, however long it takes. */
  readonly isAwaited: boolean;
}

/** How long running calls and jobs are awaited. The supervisor of the process ends it soon after that. */
const GRACE_MS = 20_000;

/** Stops everything in reverse order of its start. A second request to stop changes nothing. */
export class StopOrder {
  readonly #steps: Step[] = [];
  readonly #log: Logger;
  readonly #graceMs: number;
  #stopped: Promise<void> | undefined;

  constructor(log: Logger, graceMs = GRACE_MS) {
    this.#log = log;
    this.#graceMs = graceMs;
  }

  get begun(): boolean {
    return this.#stopped !== undefined;
  }

  add(stop: () => Promise<unknown>): void {
    this.#steps.push({ stop, isAwaited: false });
  }

  addAwaited(stop: () => Promise<unknown>): void {
    this.#steps.push({ stop, isAwaited: true });
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#run();
    return this.#stopped;
  }

  /** Runs the steps. A part that fails to stop must not keep the others running, especially the database. */
  async #run(): Promise<void> {
    let isOver = false;
    const over = Promise.withResolvers<void>();
    const patience = setTimeout(() => {
      isOver = true;
      over.resolve();
    }, this.#graceMs);
    for (const { stop, isAwaited } of this.#steps.toReversed()) {
      const stopped = stop().catch((error) => this.#log.error({ err: error }, "a part could not be stopped"));
      await (isAwaited ? stopped : Promise.race([stopped, over.promise]));
    }
    clearTimeout(patience);
    if (isOver) this.#log.warn(`calls that still ran after ${this.#graceMs / 1000} s were given up`);
  }
}
