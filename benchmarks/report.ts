import { spawnSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import type { FirstLoad } from "./first-load.ts";
import type { Compared, Measured } from "./measure.ts";
import type { Part } from "./parts.ts";
import type { Scenario } from "./scenarios/lead.ts";
import type { Weight } from "./weight.ts";

export interface Findings {
  readonly leads: number;
  readonly compared: readonly { scenario: Scenario; result: Compared }[];
  readonly unfiltered: { readonly limit: Measured; readonly ours: Measured };
  readonly loadedMb: number;
  readonly weight: Weight | null;
  readonly pages: { readonly login: FirstLoad; readonly list: FirstLoad } | null;
}

/** What the run found, as the report that is committed. */
export function reportOf(findings: Findings): string {
  return `${[head(findings), speed(findings), timeSpent(findings), weights(findings)].join("\n\n")}\n`;
}

/** Which sources a run measured, and what else the machine did meanwhile. */
function measuredOn(): string {
  const git = (...words: string[]) =>
    spawnSync("git", words, { cwd: import.meta.dirname, encoding: "utf8" }).stdout ?? "";
  const commit = git("rev-parse", "--short", "HEAD").trim() || "unknown";
  const others = git("status", "--porcelain", "--", ":(top)", ":(top,exclude)benchmarks/report.md"); // but for what it writes
  const changed = others.trim() === "" ? "" : " with uncommitted changes";
  const load = loadavg().map((one) => one.toFixed(1));
  return `commit ${commit}${changed}, load average ${load.join(", ")} when it ended`;
}

function head({ leads }: Findings): string {
  const cores = cpus().length;
  const memory = Math.round(totalmem() / 2 ** 30);
  return `# Benchmarks

Written by \`npm run bench\`: ${measuredOn()}. The machine has ${cores} cores and ${memory} GB and is shared, so only what stands in one line belongs
together: limit and product took turns in short slices, and each figure is the median of the slices. Where the middle half of
the rounds lies far apart, other work on the machine was measured; the ratio by CPU time of server and database stays close to
the truth then.

**The limit** is a bare \`node:http\` + \`pg\` server that runs the SQL of the product (recorded before the run) with prepared
statements and writes the same JSON (compared byte by byte) on the same database, with its tokens in a Set. **The framework alone** is the same inside of Fastify, without
anything of the product: its ratios, by requests and by CPU, are what is left before the product does its first thing. **Ours** is the product's kernel with
real sessions, permission, data scope, validation, masks, audit, request log and metrics. Data: ${leads.toLocaleString("en")} rows of 20 columns,
read by a region manager whose scope is an organisation and those below it; 16 connections from a process of its own.`;
}

function speed({ compared, unfiltered }: Findings): string {
  const lines = compared.map(({ scenario, result: { measured, ours: reached, framework } }) => {
    const { limit, ours } = measured;
    const { ratio, ratios, cpuRatio } = reached;
    return [
      scenario.name,
      `≥ ${scenario.goal.toFixed(2)}`,
      `**${ratio.toFixed(2)}** (${ratios.map((one) => one.toFixed(2)).join("–")})`,
      verdict(ratio >= scenario.goal),
      `**${cpuRatio.toFixed(2)}**`,
      verdict(cpuRatio >= scenario.goal),
      `${framework.ratio.toFixed(2)} / ${framework.cpuRatio.toFixed(2)}`,
      `${Math.round(limit.perSecond)} → ${Math.round(ours.perSecond)}`,
      `${shownMs(limit.p50)} → ${shownMs(ours.p50)}`,
      `${shownMs(limit.p99)} → ${shownMs(ours.p99)}`,
      `${Math.round(limit.serverCpu)} → ${Math.round(ours.serverCpu)}`,
      `${Math.round(limit.wholeCpu)} → ${Math.round(ours.wholeCpu)}`,
    ];
  });
  const { limit, ours } = unfiltered;
  return `## Against the limit

${table(["", "goal", "by requests/s (middle half)", "", "by CPU", "", "framework alone", "requests/s", "p50 ms", "p99 ms", "CPU µs/request: server", "with database"], lines)}

${table(
  ["one connection", "goal", "ours", "", "limit"],
  [
    [
      "list without filter, total up to 10,000: p50",
      "≤ 10 ms",
      `**${shownMs(ours.p50)} ms**`,
      verdict(ours.p50 <= 10),
      `${shownMs(limit.p50)} ms`,
    ],
  ],
)}`;
}

/** What a request costs and what that is made of: the bound of each goal that is missed. */
function timeSpent({ compared }: Findings): string {
  const names = compared.flatMap(({ result: { shares } }) => [
    ...Object.keys(shares.ours),
    ...Object.keys(shares.limit),
  ]);
  const cell = (limit: number, ours: number) => `${Math.round(limit)} → ${Math.round(ours)}`;
  const lines = [...new Set(names)].toSorted().map((part) => [
    part,
    ...compared.map(({ result: { shares, measured } }) => {
      const limit = (shares.limit[part] ?? 0) * measured.limit.serverCpu;
      return cell(limit, (shares.ours[part] ?? 0) * measured.ours.serverCpu);
    }),
  ]);
  const database = compared.map(({ result: { measured } }) =>
    cell(measured.limit.wholeCpu - measured.limit.serverCpu, measured.ours.wholeCpu - measured.ours.serverCpu),
  );
  return `## What a request is made of

CPU µs of a request, limit → ours: the time of the server process by a profile of its own, then the database.

${table(["", ...compared.map(({ scenario }) => scenario.name)], [...lines, ["the database", ...database]])}`;
}

function weights({ weight, pages, loadedMb }: Findings): string {
  const lines = [
    ...(weight ? [line("ready on a ready database", 2_000, weight.readyMs, "ms")] : []),
    ...(weight ? [line("memory at rest (RSS)", 150, weight.restMb, "MB")] : []),
    line("memory after the load above (RSS)", 250, loadedMb, "MB"),
    ...(pages ? [line("login: scripts and styles, gzip", 260, pages.login.gzipKb, "KB")] : []),
    ...(pages ? [line("login: requests", 8, pages.login.requests, "")] : []),
    ...(pages ? [line("list page with workspace: scripts and styles, gzip", 520, pages.list.gzipKb, "KB")] : []),
    ...(pages ? [line("list page with workspace: requests", 20, pages.list.requests, "")] : []),
  ];
  const made = weight ? `\n\n${stagesOf(weight.stages)}\n\n${partsOf(weight.parts)}` : "";
  return `## Weight\n\n${table(["", "goal", "measured", ""], lines)}${made}`;
}

/** What a start is made of. */
function stagesOf(stages: Weight["stages"]): string {
  return `One of these starts, stage by stage (ms), as the server writes it to its log:

${table(Object.keys(stages), [Object.values(stages).map(String)])}`;
}

/** What memory at rest is made of, and what each module costs that nobody calls. */
function partsOf(parts: readonly Part[]): string {
  const shown = (mb: number) => mb.toFixed(1);
  const lines = parts.map(({ name, rssMb, heapMb, loadMs }, n) => {
    const before = parts[n - 1] ?? { rssMb: 0, heapMb: 0 };
    const added = [`+${shown(rssMb - before.rssMb)}`, shown(heapMb), `+${shown(heapMb - before.heapMb)}`];
    return [name, shown(rssMb), ...added, String(Math.round(loadMs))];
  });
  return `Loaded part by part without a database, after a collection (MB); a module that nobody calls should cost less than 3 MB of heap:

${table(["", "RSS", "", "heap alive", "", "ms to load"], lines)}`;
}

function line(name: string, most: number, measured: number, unit: string): string[] {
  return [name, `≤ ${most} ${unit}`.trim(), `${Math.round(measured)} ${unit}`.trim(), verdict(measured <= most)];
}

export function table(names: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(names), row(names.map(() => "---")), ...lines.map(row)].join("\n");
}

export const verdict = (reached: boolean) => (reached ? "✔" : "✖");
const shownMs = (ms: number) => ms.toFixed(1);
