interface Registry<T> {
  readonly entries: readonly T[];
  /** A module calls it once, when it is composed. It answers a function that undoes the registration. */
  readonly register: (entry: T) => () => void;
}

/** What modules above declare about orders, which do not know them. */
export function registry<T>(): Registry<T> {
  const entries: T[] = [];
  const register = (entry: T) => {
    entries.push(entry);
    return () => void entries.splice(entries.indexOf(entry), 1);
  };
  return { entries, register };
}
