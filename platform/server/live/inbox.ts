const MOST_WAITING = 500;

/**
 * A queue that one reader empties as it fills, until it is ended. A reader that falls far behind is cut off and has to
 * come back.
 */
export class Inbox<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  readonly #signal: AbortSignal;
  #wake: (() => void) | null = null;
  #overflowed = false;
  #ended = false;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#wake?.(), { once: true });
  }

  put(item: T): void {
    if (this.#ended) return;
    if (this.#items.length >= MOST_WAITING) this.#overflowed = true;
    else this.#items.push(item);
    this.#wake?.();
  }

  /** Ends the inbox. Waiting items are still delivered. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    while (!this.#signal.aborted && !this.#overflowed) {
      const item = this.#items.shift();
      if (item !== undefined) {
        yield item;
        continue;
      }
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }
}
