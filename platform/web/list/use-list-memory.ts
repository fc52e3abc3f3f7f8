import { useCallback, useSyncExternalStore } from "react";
import { useSessionStore } from "../session/session-store.ts";
import { forgetLists, type ListMemory, recallList, rememberList, watchLists } from "./list-memory.ts";

useSessionStore.subscribe(({ epoch }, before) => {
  if (epoch !== before.epoch) forgetLists();
});

/** The memory of one list, and the way to change it. */
export function useListMemory(key: string): [ListMemory, (changed: Partial<ListMemory>) => void] {
  const memory = useSyncExternalStore(watchLists, () => recallList(key));
  const change = useCallback((changed: Partial<ListMemory>) => rememberList(key, changed), [key]);
  return [memory, change];
}
