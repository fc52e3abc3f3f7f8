import type { BusinessError, Endpoint, RefChoice, RefKind } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";

/**
 * What the owner of a kind of record publishes, so that any record may refer to it. The scope is that of
 * `tx.permission`, the code of the call with the reference.
 */
export interface RefSource {
  readonly kind: RefKind;
  /** The call that lists these records. People who may make it may also search them, within the scope of its code. */
  readonly listedBy?: Endpoint | undefined;
  /** Finds records that the caller may choose, most likely ones first, up to `most`. */
  search(tx: Tx, asked: { readonly keyword: string; readonly most: number }): Promise<RefChoice[]>;
  /** Those of these that the caller may see, also if they can no longer be chosen. */
  seen(tx: Tx, ids: readonly string[]): Promise<RefChoice[]>;
  /** How records are called, in whatever state and scope; one that is not there has no name. */
  namesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Why some of these must not be chosen: unknown, out of scope or out of service. */
  refusals(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, BusinessError>>;
  /**
   * Finds the records for each of these texts, which are whole numbers or whole names, among those that the caller may
   * choose.
   */
  find(tx: Tx, texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** The kinds of all modules. */
export type Refs = ReadonlyMap<string, RefSource>;

export function refsOfModules(modules: readonly { readonly refs?: readonly RefSource[] }[]): Refs {
  const sources = modules.flatMap(({ refs = [] }) => refs);
  const refs = new Map(sources.map((source) => [source.kind.kind, source]));
  if (refs.size < sources.length) throw new Error("two owners publish the same kind of reference");
  return refs;
}

export function sourceOf(tx: Tx, kind: string): RefSource {
  const source = tx.refs.get(kind);
  if (!source) throw new Error(`nobody publishes references of the kind ${kind}`);
  return source;
}

/** How the records of a kind are called, many at once, in whatever state and scope. */
export async function refNames(
  tx: Tx,
  { kind }: RefKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(ids)];
  return asked.length === 0 ? new Map() : sourceOf(tx, kind).namesOf(tx, asked);
}
