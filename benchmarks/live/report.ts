import { table, verdict } from "../report.ts";
import type { LiveFindings } from "./run.ts";

const MOST_SHARE = 0.15;

export function liveReport({ size, cpuShare, toldPerChannel, dropped }: LiveFindings): string {
  const shown = (n: number) => n.toLocaleString("en");
  const lines = [
    [
      `${shown(size.channels)} open channels, ${size.perSecond} writes/s of a counted table: share of one core for live news`,
      `< ${MOST_SHARE * 100} %`,
      `**${(cpuShare * 100).toFixed(1)} %**`,
      verdict(cpuShare < MOST_SHARE),
    ],
    ["channels dropped", "0", `**${dropped}**`, verdict(dropped === 0)],
    [`messages to a channel in ${size.seconds} s`, "", toldPerChannel.toFixed(1), ""],
  ];
  return `## Live news

Written by \`npm run bench -- --live\`. One node; every channel listens to 我的待办. The share is what the node used more with the open channels
than without, for the same writes.

${table(["", "goal", "measured", ""], lines)}`;
}
