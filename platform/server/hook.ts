type Hook<A extends readonly unknown[], R> = ((...given: A) => R) & { fill(own: (...given: A) => R): void };

/**
 * A function that a lower room of a module calls and a higher room provides, so that imports go down only. The door of the
 * module fills it where it puts the rooms together: `hooks.settleTasks.fill(settleTasks)`.
 */
export function hook<A extends readonly unknown[], R>(name: string): Hook<A, R> {
  let filled: ((...given: A) => R) | null = null;
  const ask = (...given: A): R => {
    if (!filled) throw new Error(`nobody has filled the hook ${name}`);
    return filled(...given);
  };
  const fill = (own: (...given: A) => R): void => {
    if (filled) throw new Error(`the hook ${name} is filled already`);
    filled = own;
  };
  return Object.assign(ask, { fill });
}
