import { type DetailAction, type Filling, slot } from "@ops/platform/web";
import type { Staff, StaffDetail } from "@ops/store/contract";

/** Tabs that higher rooms and modules put into the page of a person. */
export const staffPageTabs = slot<{ readonly record: StaffDetail }>();

const added = new Map<string, DetailAction<Staff>>();

/** Adds actions on a person, such as a transfer; the list and the page offer them after their own. */
export function addStaffActions(actions: readonly DetailAction<Staff>[]): Filling {
  return () => {
    for (const action of actions) added.set(action.label, action);
  };
}

export const addedStaffActions = (): readonly DetailAction<Staff>[] => [...added.values()];
