import type { ProjectNode } from "@ops/store/contract";
import type { Edits } from "./changes.ts";

/** A node that somebody has typed over while somebody else has saved it. */
interface Outdated {
  readonly base: ProjectNode;
  readonly mine: ProjectNode;
  readonly theirs: ProjectNode;
}

/** Finds the nodes that others have saved since they were typed over (section 12). */
export function outdatedNodes({ typed, bases }: Edits, latest: readonly ProjectNode[]): Outdated[] {
  return latest.flatMap((theirs) => {
    const base = bases[theirs.id];
    if (!base || base.version === theirs.version) return [];
    return [{ base, mine: { ...base, ...typed[theirs.id] }, theirs }];
  });
}

/** Gives up what was typed over nodes that others have changed. */
export function takeLatest(edits: Edits, latest: readonly ProjectNode[]): Edits {
  const outdated = new Set(outdatedNodes(edits, latest).map(({ base }) => base.id));
  const left = <V>(of: Readonly<Record<string, V>>) =>
    Object.fromEntries(Object.entries(of).filter(([id]) => !outdated.has(id)));
  return { ...edits, typed: left(edits.typed), bases: left(edits.bases) };
}

/** Goes on with what was typed, now over the latest nodes. */
export function keepMine(edits: Edits, latest: readonly ProjectNode[]): Edits {
  const renewed = outdatedNodes(edits, latest).map(({ theirs }) => [theirs.id, theirs] as const);
  return { ...edits, bases: { ...edits.bases, ...Object.fromEntries(renewed) } };
}
