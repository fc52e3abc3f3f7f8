import { loadavg } from "node:os";
import { table, verdict } from "../report.ts";
import { type LargeFindings, ROUNDS } from "./run.ts";
import type { SetSize } from "./sets.ts";

const MOST_MS = 100;

/** The part of the report that `npm run bench -- --large` writes. */
export function largeReport({ small, large, lists, deeds }: LargeFindings): string {
  const ratio = (one: number, other: number) => (other / one).toFixed(1);
  const listLines = lists.map(({ name, smallP50, largeP50, smallP95, largeP95 }) => [
    name,
    `${smallP50.toFixed(1)} → ${largeP50.toFixed(1)}`,
    ratio(smallP50, largeP50),
    `${smallP95.toFixed(1)} → **${largeP95.toFixed(1)}**`,
    ratio(smallP95, largeP95),
    verdict(largeP95 < MOST_MS),
  ]);
  const load = loadavg()
    .slice(0, 2)
    .map((one) => one.toFixed(1))
    .join(", ");
  const deedLines = deeds.map(({ name, goalMs, tookMs }) => [
    name,
    `< ${goalMs} ms`,
    `**${Math.round(tookMs)} ms**`,
    verdict(tookMs < goalMs),
  ]);
  return `## Large set

Written by \`npm run bench -- --large\`. Small: ${shown(small)}. Large: ${shown(large)}. Both lie in one PostgreSQL and were asked
in turns over HTTP, one call at a time, ${ROUNDS} times each; milliseconds. Load average of the machine while it was measured:
${load}; on a machine that others use, the ratio says more than the milliseconds.

${table(["list", "p50 small → large", "ratio", "p95 small → large", "ratio", "p95 < 100 ms"], listLines)}

${table(["at the large set", "goal", "measured", ""], deedLines)}`;
}

function shown({ users, memberships, grants, organizations, auditRows, loginRows }: SetSize): string {
  const n = (count: number) => count.toLocaleString("en");
  return `${n(users)} users, ${n(memberships)} posts, ${n(grants)} grants, ${n(organizations)} organisations, ${n(auditRows)} audit rows, ${n(loginRows)} sign-ins`;
}
