import { type DetailAction, type Filling, slot, type Tool } from "@ops/platform/web";
import type { Staff, StaffDetail } from "@ops/store/contract";

/** Tabs that higher rooms and modules put into the page of a person. */
export const staffPageTabs = slot<{ readonly record: StaffDetail }>();

/** What a higher room adds to the list of people: actions on a person, which the page offers too, and buttons above. */
interface StaffExtras {
  readonly actions?: readonly DetailAction<Staff>[];
  readonly tools?: readonly Tool[];
}

const filled = new Map<string, StaffExtras>();

/** Adds the actions and tools of a room, by its name. */
export function addToStaff(room: string, extras: StaffExtras): Filling {
  return () => void filled.set(room, extras);
}

export const addedStaffActions = (): readonly DetailAction<Staff>[] =>
  [...filled.values()].flatMap(({ actions = [] }) => actions);
export const addedStaffTools = (): readonly Tool[] => [...filled.values()].flatMap(({ tools = [] }) => tools);
