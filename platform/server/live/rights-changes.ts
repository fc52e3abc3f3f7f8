/**
 * The changes of rights that this node has heard of. Between the moment when the rights of a caller are read and the one
 * when the channel is open, one of them may pass by unheard.
 */
export class RightsChanges {
  /** The number of the last change by person; null stands for everybody. */
  readonly #last = new Map<string | null, number>();
  #count = 0;

  /** Taken before rights are read, it tells later whether they are still the same. */
  get mark(): number {
    return this.#count;
  }

  note(userId: string | null): void {
    this.#count++;
    this.#last.set(userId, this.#count);
  }

  hasChanged(userId: string, mark: number): boolean {
    return [userId, null].some((who) => (this.#last.get(who) ?? 0) > mark);
  }
}
