import { performance } from "node:perf_hooks";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 1_000;
const LOOK_MS = 50;
/** Pauses of this total are evaluated together before the work continues at full speed. */
const PAUSED_MS = 200;
/**
 * If others use this share of the loop during a pause, the loop counts as busy. Compressing the written rows takes
 * less.
 */
const BUSY_SHARE = 0.2;
/** Four times as long as a group of rows takes that an import writes. */
const LONGEST_PAUSE_MS = 400;

/** The loop that all work of this thread shares; times are milliseconds. */
interface Loop {
  now(): number;
  /** Lets go of it for a moment. */
  turn(): Promise<void>;
  /** Pauses for so long, and tells what the loop did meanwhile. */
  pause(ms: number): Promise<{ readonly active: number; readonly idle: number }>;
}

const thisLoop: Loop = {
  now: () => performance.now(),
  turn: () => setImmediate(),
  pause: async (ms) => {
    const before = performance.eventLoopUtilization();
    await sleep(ms);
    return performance.eventLoopUtilization(before);
  },
};

/**
 * Lets long work give way to short calls. It pauses for a moment each second and measures what the loop does meanwhile.
 * While others use the loop, four fifths of the time are left to them.
 */
export class GivesWay {
  readonly #loop: Loop;
  #workedSince: number;
  #nextLook: number;
  #isBusy = false;
  #paused = { active: 0, total: 0 };

  constructor(loop = thisLoop) {
    this.#loop = loop;
    this.#workedSince = loop.now();
    this.#nextLook = this.#workedSince;
  }

  /** Called after each piece of work. Reading and compressing rows since the last call counts too. */
  async afterPiece(): Promise<void> {
    await this.#pause(this.#loop.now() - this.#workedSince);
    this.#workedSince = this.#loop.now();
  }

  async #pause(own: number): Promise<void> {
    if (!this.#isBusy && this.#loop.now() < this.#nextLook) return this.#loop.turn();
    const { active, idle } = await this.#loop.pause(this.#isBusy ? Math.min(LONGEST_PAUSE_MS, own * 4) : LOOK_MS);
    this.#paused.active += active;
    this.#paused.total += active + idle;
    if (this.#paused.total < (this.#isBusy ? PAUSED_MS : LOOK_MS)) return;
    this.#isBusy = this.#paused.active > this.#paused.total * BUSY_SHARE;
    this.#paused = { active: 0, total: 0 };
    this.#nextLook = this.#loop.now() + LOOK_EVERY_MS;
  }
}
