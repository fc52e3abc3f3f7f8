import { useEffect, useId, useState, useSyncExternalStore } from "react";

const dirtyForms = new Set<string>();
const listeners = new Set<() => void>();

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Declares that the page has typed content, so that leaving it or signing out asks first. */
export function useUnsaved(dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return;
    dirtyForms.add(id);
    tellListeners();
    return () => {
      dirtyForms.delete(id);
      tellListeners();
    };
  }, [dirty, id]);
}

export function hasUnsaved(): boolean {
  return dirtyForms.size > 0;
}

/** For a drawer: the answer tells whether something was typed since it was opened, apart from what lies below it. */
export function useUnsavedInside(): () => boolean {
  const [below] = useState(() => new Set(dirtyForms));
  return () => [...dirtyForms].some((id) => !below.has(id));
}

export function forgetUnsaved(): void {
  dirtyForms.clear();
  tellListeners();
}

export function useHasUnsaved(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, hasUnsaved);
}
