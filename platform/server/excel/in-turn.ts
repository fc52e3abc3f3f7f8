let last: Promise<unknown> = Promise.resolve();

/** One at a time on this node, in the order they came: what a sheet unpacks to is in memory as a whole (PF-R95). */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}
