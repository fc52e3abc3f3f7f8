import type { RawBuilder } from "kysely";

/**
 * A condition on `car` that adds cars to the scope of these organisations, although the cars neither stand there nor
 * are held by them.
 */
export type CarShelf = (organizations: RawBuilder<unknown>) => RawBuilder<boolean>;

let shelf: CarShelf | null = null;

/**
 * Registers the shelf. The module that keeps it calls this once, when it is composed; until then the shelf is empty
 * (section 7). Answers a function that undoes the registration.
 */
export function registerCarShelf(shown: CarShelf): () => void {
  shelf = shown;
  return () => {
    shelf = null;
  };
}

export const shelvedFor = (organizations: RawBuilder<unknown>): RawBuilder<boolean>[] =>
  shelf ? [shelf(organizations)] : [];
