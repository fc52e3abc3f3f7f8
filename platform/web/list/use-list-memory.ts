import { useCallback, useSyncExternalStore } from "react";
import { useSessionStore } from "../session/session-store.ts";
import { type FilterValues, withFilter } from "./filter/filter-values.ts";
import { forgetLists, type ListMemory, recallList, rememberList, watchLists } from "./list-memory.ts";

useSessionStore.subscribe(({ epoch }, before) => {
  if (epoch !== before.epoch) forgetLists();
});

/** The memory of one list, and the way to change it. */
export function useListMemory(key: string, first?: FilterValues): [ListMemory, (changed: Partial<ListMemory>) => void] {
  const memory = useSyncExternalStore(watchLists, () => recallList(key, first));
  const change = useCallback((changed: Partial<ListMemory>) => rememberList(key, changed), [key]);
  return [memory, change];
}

/** Reads all filters of a list, for counts beside it. `key` as below. */
export function useListFilters(key: string): FilterValues {
  return useListMemory(key)[0].filters;
}

/**
 * A filter that is chosen beside a list, such as a tree at its left. `key` is the path of the page and the list's
 * `memory`; an empty text takes the filter away.
 */
export function useListFilter(key: string, name: string): [string, (text: string) => void] {
  const [{ filters }, remember] = useListMemory(key);
  const choose = (text: string) => remember({ filters: withFilter(filters, name, text), pageNo: 1, selected: [] });
  return [filters[name] ?? "", choose];
}
