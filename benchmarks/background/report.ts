import { table, verdict } from "../report.ts";
import type { BackgroundFindings } from "./run.ts";

const LEAST_EVENTS = 1_000;
const MOST_TIMES = 8;
const MOST_SECONDS = 60;

export function backgroundReport({ size, eventsPerSecond, sixToOne, timerSeconds }: BackgroundFindings): string {
  const shown = (n: number) => n.toLocaleString("en");
  const lines = [
    [
      `${shown(size.events)} waiting events of ${shown(size.records)} records, one listener`,
      `≥ ${shown(LEAST_EVENTS)}/s`,
      `**${shown(Math.round(eventsPerSecond))}/s**`,
      verdict(eventsPerSecond >= LEAST_EVENTS),
    ],
    [
      `${shown(size.shared)} events told to six listeners, compared with one`,
      `< ${MOST_TIMES} ×`,
      `**${sixToOne.toFixed(1)} ×**`,
      verdict(sixToOne < MOST_TIMES),
    ],
    [
      `${shown(size.timers)} timers due at once`,
      `< ${MOST_SECONDS} s`,
      `**${timerSeconds.toFixed(1)} s**`,
      verdict(timerSeconds < MOST_SECONDS),
    ],
  ];
  return `## Background work

Written by \`npm run bench -- --background\`. Two nodes, each a process of its own, over one PostgreSQL that keeps its promises (fsync), all on
this machine. Each listener and each timer writes one row in its transaction; order per record and "once" are checked after each run.

${table(["", "goal", "measured", ""], lines)}`;
}
