import type { BatchRows } from "@ops/platform/contract";
import type { FilterValues } from "../list/filter/filter-values.ts";

/** The choice and the typed texts so far. Texts for one kind of choice stay while another one is shown. */
export interface ChosenRows {
  readonly place: keyof BatchRows;
  readonly typed: string;
  readonly fileIds: string[];
}

export function firstChoice({ ids, filter }: { ids: readonly string[]; filter: FilterValues | null }): ChosenRows {
  return { place: ids.length > 0 ? "ids" : filter ? "filter" : "numbers", typed: "", fileIds: [] };
}

/** Numbers as people paste them: from a column, a sentence or a message; each once. */
export function numbersIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,，;；、]+/).filter((text) => text !== ""))];
}

/** The rows as the call takes them; null while nothing is chosen. */
export function rowsIn(
  { place, typed, fileIds }: ChosenRows,
  { ids, filter }: { ids: readonly string[]; filter: FilterValues | null },
): BatchRows | null {
  const numbers = numbersIn(typed);
  const [fileId] = fileIds;
  if (place === "ids" && ids.length > 0) return { ids: [...ids] };
  if (place === "filter" && filter) return { filter: { ...filter } };
  if (place === "numbers" && numbers.length > 0) return { numbers };
  return place === "fileId" && fileId !== undefined ? { fileId } : null;
}
