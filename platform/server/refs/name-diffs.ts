import type { FieldDiff } from "../audit/trail.ts";
import { pointingOf } from "../audit/trail.ts";
import type { Tx } from "../db/tx.ts";
import { sourceOf } from "./source.ts";

/** Replaces the ids of referenced records by their names in the changes of a call, for the log. */
export async function nameDiffs(tx: Tx, diffs: readonly FieldDiff[]): Promise<readonly FieldDiff[]> {
  const pointing = diffs.flatMap((diff) => pointingOf(diff) ?? []);
  if (pointing.length === 0) return diffs;
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [kind, some] of Map.groupBy(pointing, (one) => one.kind)) {
    const ids = new Set(some.flatMap(({ before, after }) => [...before, ...after]));
    names.set(kind, await sourceOf(tx, kind).namesOf(tx, [...ids]));
  }
  return diffs.map((diff) => {
    const about = pointingOf(diff);
    if (!about) return diff;
    const tell = (ids: readonly string[]) => ids.map((id) => names.get(about.kind)?.get(id) ?? id).join("、") || null;
    return { ...diff, before: tell(about.before), after: tell(about.after) };
  });
}
