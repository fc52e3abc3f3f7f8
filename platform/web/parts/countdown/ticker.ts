import { useSyncExternalStore } from "react";
import { serverNow } from "../../call/server-clock.ts";

const SECOND_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let shown = 0;

/** Calls back every second. All listeners share one timer, which stops without listeners. */
export function onEverySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function tick(): void {
  shown = serverNow().getTime();
  for (const listener of listeners) listener();
}

/** Answers the same time for everything that is rendered between two ticks. */
function momentShown(): number {
  const now = serverNow().getTime();
  if (Math.abs(now - shown) >= SECOND_MS) shown = now;
  return shown;
}

/** The time of the server, updated every second. */
export function useServerSecond(): Date {
  return new Date(useSyncExternalStore(onEverySecond, momentShown));
}
