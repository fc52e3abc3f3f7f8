import { type DetailAction, type Filling, slot } from "@ops/platform/web";
import type { Store, StoreDetail } from "@ops/store/contract";

/** Tabs that higher rooms and modules put into the drawer of a store. */
export const storeTabs = slot<{ readonly record: StoreDetail }>();

const added = new Map<string, DetailAction<Store>>();

/** Adds actions on a store, such as its closing; the list and the drawer offer them after their own. */
export function addStoreActions(actions: readonly DetailAction<Store>[]): Filling {
  return () => {
    for (const action of actions) added.set(action.label, action);
  };
}

export const addedStoreActions = (): readonly DetailAction<Store>[] => [...added.values()];
