import { performance } from "node:perf_hooks";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 1_000;
const LOOK_MS = 50;
/** Pauses that are looked at together before work goes on at full speed. */
const PAUSED_MS = 200;
/** Of the loop's time in a pause: whoever takes so much of it is at work here, too; packing what was written takes less. */
const BUSY_SHARE = 0.2;
/** Four times as long as a group of rows takes that an import writes. */
const LONGEST_PAUSE_MS = 400;

/** The loop that all work of this thread shares; times are milliseconds. */
interface Loop {
  now(): number;
  /** Lets go of it for a moment. */
  turn(): Promise<void>;
  /** Lets go of it for so long, and tells what it did meanwhile. */
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
 * For long work beside short calls: it pauses for a moment each second and looks what the loop does meanwhile. As long as
 * that is the work of others, four fifths of the time stay theirs.
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

  /** To be asked after each piece of the work: what came before it counts, the reading of rows and the packing of them, too. */
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
