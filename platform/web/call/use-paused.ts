import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** Answers the text after a pause in typing, so that a search calls the server once and not with every key. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
