import { pageAfterRemoval } from "@ops/platform/contract";
import { type FilterValues, firstView, type ListView } from "./filter/filter-values.ts";
import type { Identified } from "./list-endpoint.ts";

/** What a list remembers during the session. It survives a visit to a detail page, cached or not. */
export interface ListMemory extends ListView {
  readonly selected: readonly Identified[];
}

const fresh: ListMemory = { ...firstView, selected: [] };
const memories = new Map<string, ListMemory>();
const watchers = new Set<() => void>();

const scrolls = new Map<string, number>();

/** A list that is new to the session begins with the filters of its page, if it has any. */
export function recallList(key: string, first?: FilterValues): ListMemory {
  if (first && !memories.has(key)) memories.set(key, { ...fresh, filters: first });
  return memories.get(key) ?? fresh;
}

/** Whether the list was shown in this session, or is to open with filters of another page's choice. */
export const hasListMemory = (key: string): boolean => memories.has(key);

export function rememberList(key: string, changed: Partial<ListMemory>): void {
  memories.set(key, { ...recallList(key), ...changed });
  for (const tell of watchers) tell();
}

/** The scroll position of the rows. Changes of it cause no rendering. */
export const listScroll = {
  recall: (key: string) => scrolls.get(key) ?? 0,
  remember: (key: string, top: number) => void scrolls.set(key, top),
};

/** Opens a list with these filters the next time it is shown: the way from a key figure to the rows behind it. */
export function presetList(path: string, filters: FilterValues): void {
  rememberList(path, { ...fresh, filters });
}

/** Other people's rows must not be seen after a change of organisation or a logout. */
export function forgetLists(): void {
  memories.clear();
  scrolls.clear();
  for (const tell of watchers) tell();
}

export function watchLists(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** Where to go when the page shown has run empty because rows were removed, or null when it may stay (PF-R86). */
export function pageToFallBackTo(shown: {
  rows: number;
  total: number;
  pageNo: number;
  pageSize: number;
}): number | null {
  if (shown.rows > 0) return null;
  const pageNo = pageAfterRemoval({ ...shown, removed: 0 });
  return pageNo === shown.pageNo ? null : pageNo;
}

/** The rows selected on all pages after the boxes of one page have changed; known rows are kept up to date. */
export function selectRows<Row extends Identified>(
  selected: readonly Row[],
  page: readonly Row[],
  checkedIds: readonly string[],
): Row[] {
  const onPage = new Set(page.map(({ id }) => id));
  const elsewhere = selected.filter(({ id }) => !onPage.has(id) && checkedIds.includes(id));
  return [...elsewhere, ...page.filter(({ id }) => checkedIds.includes(id))];
}
