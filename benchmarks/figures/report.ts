import { table, verdict } from "../report.ts";
import type { FiguresFindings } from "./run.ts";

const MOST_MS = 10;

export function figuresReport({ size, everything, region, regionAndOwn, counting }: FiguresFindings): string {
  const shown = (n: number) => n.toLocaleString("en");
  const line = (who: string, ms: number) => [who, `< ${MOST_MS} ms`, `**${ms.toFixed(1)} ms**`, verdict(ms < MOST_MS)];
  const lines = [
    line("everything", everything),
    line(`${shown(size.stores / 10)} of ${shown(size.stores)} stores`, region),
    line("the same stores and own rows", regionAndOwn),
    ["counting the rows instead", "", `${counting.toFixed(0)} ms`, ""],
  ];
  return `## Stage counters

Written by \`npm run bench -- --figures\`. Counts by state of ${shown(size.rows)} rows of ${shown(size.stores)} stores, with 1,000 changes that the counts
have not taken in yet; p50 of a read by one whose scope is

${table(["", "goal", "measured", ""], lines)}`;
}
