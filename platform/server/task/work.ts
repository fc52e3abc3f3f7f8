import type { Actor } from "../actor.ts";
import type { BatchSource } from "../batch/source.ts";
import type { Tx } from "../db/tx.ts";
import type { ImportSource } from "../excel/import/import-source.ts";
import type { SheetSource } from "../excel/source.ts";
import { type Module, sheetsOf } from "../module.ts";
import { withRefs } from "../refs/import.ts";

/** A person for whom work runs, with the present rights. */
export interface Owner {
  readonly actor: Actor;
  /** Where the person works, in words: `上海浦东体验中心(店长)`. */
  readonly place: string;
}

/**
 * Finds the present rights of a person in these organisations; null if the account or all these memberships have ended.
 */
export type ActorOf = (tx: Tx, userId: string, organizationIds: readonly string[]) => Promise<Owner | null>;

/** A long look at one state of the data, on behalf of a person and inside the scope of this permission. */
export type LookAs = <T>(actor: Actor, permission: string, act: (tx: Tx) => Promise<T>) => Promise<T>;

/** The permission whose data scope applies to a chunk, and the name for its audit rows. */
export interface Acting {
  readonly permission: string;
  readonly actionName: string;
}

/** A transaction of a chunk on behalf of a person, with its audit row. */
export type ActAs = <T>(actor: Actor, acting: Acting, act: (tx: Tx) => Promise<T>) => Promise<T>;

/** What tasks need of the modules. */
export interface TaskWork {
  readonly exports: ReadonlyMap<string, SheetSource>;
  readonly imports: ReadonlyMap<string, ImportSource>;
  readonly batches: ReadonlyMap<string, BatchSource>;
  readonly actorOf: ActorOf;
}

export function taskWorkOf(modules: readonly Module[]): TaskWork {
  const sources = modules.flatMap(sheetsOf);
  return {
    imports: new Map(
      modules.flatMap((module) => module.imports ?? []).map((source) => [source.kind.key, withRefs(source)]),
    ),
    batches: new Map(modules.flatMap((module) => module.batches ?? []).map((source) => [source.kind.key, source])),
    exports: new Map(sources.map((source) => [source.sheet.key, source])),
    actorOf: modules.find((module) => module.actorOf)?.actorOf ?? (async () => null),
  };
}
