/** How long each stage of a start takes: the operator reads it in the log, the benchmark in its report. */
export class Stages {
  readonly #took = new Map<string, number>();
  #since = 0;

  /** The first stage began with the process, every other one with the end of the stage before. */
  end(name: string): void {
    const now = performance.now();
    this.#took.set(name, Math.round(now - this.#since));
    this.#since = now;
  }

  get milliseconds(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#took);
  }
}
