import { setImmediate } from "node:timers/promises";
import { type ImportRow, SLICE } from "./check-rows.ts";
import type { ImportSource } from "./import-source.ts";
import type { TypedRow } from "./typed-rows.ts";

type Ordering = Pick<ImportSource, "arrange" | "groupOf">;

/**
 * All rows of a file in the order in which they are written, gathered into groups. It comes from the file alone: whatever
 * dictionaries say meanwhile, a place in it means the same row at every run.
 */
export async function inOrder(typed: readonly TypedRow[], { arrange, groupOf }: Ordering): Promise<TypedRow[][]> {
  const byLine = new Map(typed.map((row) => [row.line, row]));
  const rows: ImportRow[] = [];
  for (const row of typed) {
    if (rows.push(asTyped(row)) % SLICE === 0) await setImmediate();
  }
  const ordered = arrange ? arrange(rows).rows : rows;
  const groups = Map.groupBy(ordered, (row) => groupOf?.(row) ?? row.line);
  return [...groups.values()].map((group) => group.flatMap(({ line }) => byLine.get(line) ?? []));
}

const asTyped = ({ line, cells }: TypedRow): ImportRow => ({
  line,
  values: Object.fromEntries(Object.entries(cells).map(([key, text]) => [key, text === "" ? null : text])),
});

/** Where the chunk that begins here ends: after its last whole group, in the middle of one only if it holds no other. */
export function chunkEnd(groups: readonly (readonly unknown[])[], at: number, most: number): number {
  let [place, end] = [0, 0];
  for (const group of groups) {
    place += group.length;
    if (place <= at + most) end = place;
  }
  return end > at ? end : Math.min(at + most, place);
}
