import { setImmediate } from "node:timers/promises";
import { type ImportRow, SLICE } from "./check-rows.ts";
import type { ImportSource } from "./import-source.ts";
import type { TypedRow } from "./typed-rows.ts";

type Ordering = Pick<ImportSource, "arrange" | "groupOf">;

/**
 * Sorts all rows of a file into the order of writing and into groups. The order depends only on the file, so that a
 * position means the same row at every run, even if dictionaries change.
 */
export async function arrangeRows(typed: readonly TypedRow[], { arrange, groupOf }: Ordering): Promise<TypedRow[][]> {
  const byLine = new Map(typed.map((row) => [row.line, row]));
  const rows: ImportRow[] = [];
  for (const row of typed) {
    if (rows.push(toImportRow(row)) % SLICE === 0) await setImmediate();
  }
  const ordered = arrange ? arrange(rows).rows : rows;
  const groups = Map.groupBy(ordered, (row) => groupOf?.(row) ?? row.line);
  return [...groups.values()].map((group) => group.flatMap(({ line }) => byLine.get(line) ?? []));
}

const toImportRow = ({ line, cells }: TypedRow): ImportRow => ({
  line,
  values: Object.fromEntries(Object.entries(cells).map(([key, text]) => [key, text === "" ? null : text])),
});

/**
 * Finds the end of the chunk that begins here: after its last whole group, or inside of a group that is longer than a
 * chunk.
 */
export function chunkEnd(groups: readonly (readonly unknown[])[], at: number, most: number): number {
  let [place, end] = [0, 0];
  for (const group of groups) {
    place += group.length;
    if (place <= at + most) end = place;
  }
  return end > at ? end : Math.min(at + most, place);
}
