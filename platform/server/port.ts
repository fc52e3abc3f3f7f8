/** One thing that a module gives to a port of a module below it. */
export interface Gift {
  readonly port: string;
  readonly gift: unknown;
}

/** A place where a module takes what modules above give it, such as kinds, sources or resolvers. */
export interface Port<T> {
  readonly name: string;
  /** Makes the entry for `gives` of the module that gives it. */
  of(gift: T): Gift;
}

/**
 * Declares a port. The module that owns it asks `tx.given(port)`, in the order of the modules. Every node collects what
 * its own modules give, so that nothing is registered for a whole process (decision 0054). `check` throws if a gift
 * contradicts itself.
 */
export function port<T>(name: string, check: (gift: T) => void = () => undefined): Port<T> {
  const of = (gift: T): Gift => {
    check(gift);
    return { port: name, gift };
  };
  return { name, of };
}

/** Collects what modules give, by port. */
export class Gifts {
  readonly #byPort: ReadonlyMap<string, readonly Gift[]>;

  constructor(modules: readonly { readonly gives?: readonly Gift[] }[]) {
    const gifts = modules.flatMap(({ gives = [] }) => gives);
    this.#byPort = Map.groupBy(gifts, (gift) => gift.port);
  }

  to<T>({ name }: Port<T>): readonly T[] {
    // only `of` of this port makes gifts with its name, so each of them is a T
    return (this.#byPort.get(name) ?? []).map(({ gift }) => gift as T);
  }
}
