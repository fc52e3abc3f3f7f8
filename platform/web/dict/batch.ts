/** Collects the requested keys until the end of the tick, loads them together, and answers each with its own value. */
export function batchByTick<T>(load: (keys: readonly string[]) => Promise<Record<string, T>>) {
  let waiting: { keys: Set<string>; loaded: Promise<Record<string, T>> } | null = null;

  return async (key: string): Promise<T | undefined> => {
    if (!waiting) {
      const keys = new Set<string>();
      const loaded = Promise.resolve().then(() => {
        waiting = null;
        return load([...keys]);
      });
      waiting = { keys, loaded };
    }
    waiting.keys.add(key);
    return (await waiting.loaded)[key];
  };
}
