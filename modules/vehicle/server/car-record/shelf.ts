import type { RawBuilder } from "kysely";

/** Cars that the people of these organisations see although they neither stand there nor are held: a condition on `car`. */
export type CarShelf = (organizations: RawBuilder<unknown>) => RawBuilder<boolean>;

let shelf: CarShelf | null = null;

/** The module that puts cars on a shelf says so once, where it is composed; until then none are (section 7). Answers how to take it back. */
export function registerCarShelf(shown: CarShelf): () => void {
  shelf = shown;
  return () => {
    shelf = null;
  };
}

export const shelvedFor = (organizations: RawBuilder<unknown>): RawBuilder<boolean>[] =>
  shelf ? [shelf(organizations)] : [];
