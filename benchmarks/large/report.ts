import { loadavg } from "node:os";
import { table, verdict } from "../report.ts";
import type { LargeKind } from "./kind.ts";
import { type LargeFindings, ROUNDS } from "./run.ts";

/** The part of the report that `npm run bench -- --large=<name>` writes. */
export function largeReport<Size>(
  { title, name, shown }: Pick<LargeKind<Size, never>, "title" | "name" | "shown">,
  { small, large, lists, deeds }: LargeFindings<Size>,
): string {
  const ratio = (one: number, other: number) => (other / one).toFixed(1);
  const listLines = lists.map(({ name, smallP50, largeP50, smallP95, largeP95, mostMs }) => [
    name,
    `${smallP50.toFixed(1)} → ${largeP50.toFixed(1)}`,
    ratio(smallP50, largeP50),
    `${smallP95.toFixed(1)} → **${largeP95.toFixed(1)}**`,
    ratio(smallP95, largeP95),
    `< ${mostMs}`,
    verdict(largeP95 < mostMs),
  ]);
  const load = loadavg()
    .slice(0, 2)
    .map((one) => one.toFixed(1))
    .join(", ");
  const deedLines = deeds.map(({ name, goal, measured, reached }) => [name, goal, `**${measured}**`, verdict(reached)]);
  return `## ${title}

Written by \`npm run bench -- --large=${name}\`. Small: ${shown(small)}. Large: ${shown(large)}. Both lie in one PostgreSQL and were
asked in turns over HTTP, one call at a time, ${ROUNDS} times each; milliseconds. Load average of the machine while it was measured:
${load}; on a machine that others use, the ratio says more than the milliseconds.

${table(["list", "p50 small → large", "ratio", "p95 small → large", "ratio", "p95", ""], listLines)}

${table(["at the large set", "goal", "measured", ""], deedLines)}`;
}
