import { create } from "zustand";
import { foldByHand, foldForWidth } from "./menu/sidebar-width.ts";
import type { Crumb } from "./page/trail.ts";

const COLLAPSED = "sidebar-collapsed";

export interface ShellState {
  collapsed: boolean;
  collapsedByHand: boolean;
  trail: Crumb[];
  /** Which lists have their query panel expanded, by path. */
  listExpanded: Record<string, boolean>;
  /** A newer release is out, or a part of this one is gone (PF-R75). */
  outdated: boolean;
  paletteOpen: boolean;
}

const collapsedByHand = localStorage.getItem(COLLAPSED) === "true";

export const useShellStore = create<ShellState>(() => ({
  ...foldForWidth({ collapsed: false, collapsedByHand }, window.innerWidth),
  trail: [],
  listExpanded: {},
  outdated: false,
  paletteOpen: false,
}));

export function toggleSidebar(): void {
  useShellStore.setState((fold) => foldByHand(fold, window.innerWidth));
  localStorage.setItem(COLLAPSED, String(useShellStore.getState().collapsedByHand));
}

export function fitSidebar(): void {
  useShellStore.setState((fold) => foldForWidth(fold, window.innerWidth));
}

/** Whether the query panel of a list is expanded, and how to change it. */
export function useListExpanded(path: string): [expanded: boolean, setExpanded: (expanded: boolean) => void] {
  const expanded = useShellStore((state) => state.listExpanded[path] ?? false);
  const setExpanded = (next: boolean) =>
    useShellStore.setState(({ listExpanded }) => ({ listExpanded: { ...listExpanded, [path]: next } }));
  return [expanded, setExpanded];
}
