import { useCallback, useState } from "react";
import { readViewMemory, type ViewMemory } from "./column/column-memory.ts";

/** Columns, density and page size of one list, remembered for this user in this browser. */
export function useViewMemory(userId: string, path: string): [ViewMemory, (changed: Partial<ViewMemory>) => void] {
  const key = `list-view:${userId}:${path}`;
  const [memory, setMemory] = useState(() => readViewMemory(read(key)));
  const change = useCallback(
    (changed: Partial<ViewMemory>) =>
      setMemory((before) => {
        const after = { ...before, ...changed };
        write(key, JSON.stringify(after));
        return after;
      }),
    [key],
  );
  return [memory, change];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage forbidden by the browser: the list works, it only forgets
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // storage full or forbidden: as above
  }
}
