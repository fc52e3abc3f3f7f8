import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** The text once nobody has typed for a moment: a search asks once, not with every key. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
