import { rmSync } from "node:fs";
import { join } from "node:path";
import { Child } from "../child.ts";
import { type Deed, doDeeds } from "./deeds.ts";
import { type ListScenario, listScenarios } from "./lists.ts";
import { type Known, openPostgres, type SetSize, sizesFor } from "./sets.ts";

export interface ListFinding {
  readonly name: string;
  /** Milliseconds within which half of the calls, and 95 of 100, were answered. */
  readonly smallP50: number;
  readonly largeP50: number;
  readonly smallP95: number;
  readonly largeP95: number;
}

export interface LargeFindings {
  readonly small: SetSize;
  readonly large: SetSize;
  readonly lists: readonly ListFinding[];
  readonly deeds: readonly Deed[];
}

interface Asked {
  readonly known: Known;
  readonly port: number;
}

interface Wanted {
  readonly auditRows: number;
  readonly isSmall: boolean;
  /** The sets stay for the next run, and those of the last one are used. */
  readonly isKept: boolean;
}

export const ROUNDS = 40;
const root = join(import.meta.dirname, "../..");

/** Both sets in one PostgreSQL, asked in turns, so that what disturbs the machine disturbs both. */
export async function measureLarge({ auditRows, isSmall, isKept }: Wanted): Promise<LargeFindings> {
  const sizes = sizesFor(auditRows, isSmall);
  const dataDir = join(root, ".cache", isSmall ? "bench-large-small" : "bench-large");
  const postgres = await openPostgres(dataDir);
  const children: Child[] = [];
  const serve = async (known: Known): Promise<Asked> => {
    const file = join(root, "benchmarks/servers/ours.ts");
    const { child, ready } = await Child.start<{ port: number }>(file, { address: known.address });
    children.push(child);
    return { known, port: ready.port };
  };
  try {
    const small = await serve(await postgres.set("small_set", sizes.small));
    console.log("the small set is loaded");
    const large = await serve(await postgres.set("large_set", sizes.large));
    const second = await serve(large.known);
    console.log("the large set is loaded");
    const lists: ListFinding[] = [];
    for (const scenario of listScenarios) {
      const finding = await compareSets(scenario, small, large, isSmall ? 5 : ROUNDS);
      const { name, smallP50, largeP50, largeP95 } = finding;
      console.log(`${name}: p50 ${smallP50.toFixed(1)} → ${largeP50.toFixed(1)} ms, p95 ${largeP95.toFixed(1)} ms`);
      lists.push(finding);
    }
    const deeds = await doDeeds([large.port, second.port], large.known);
    for (const { name, tookMs } of deeds) console.log(`${name}: ${Math.round(tookMs)} ms`);
    return { ...sizes, lists, deeds };
  } finally {
    for (const child of children) await child.stop();
    await postgres.stop();
    if (!isKept) rmSync(dataDir, { recursive: true, force: true }); // gigabytes that few need twice
  }
}

async function compareSets(scenario: ListScenario, small: Asked, large: Asked, rounds: number): Promise<ListFinding> {
  for (let warm = 0; warm < 3; warm++) {
    await ask(scenario, small, warm);
    await ask(scenario, large, warm);
  }
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let round = 0; round < rounds; round++) {
    times.small.push(await ask(scenario, small, round));
    times.large.push(await ask(scenario, large, round));
  }
  const half = { smallP50: quantile(times.small, 0.5), largeP50: quantile(times.large, 0.5) };
  return { name: scenario.name, ...half, smallP95: quantile(times.small, 0.95), largeP95: quantile(times.large, 0.95) };
}

async function ask({ token, path }: ListScenario, { known, port }: Asked, round: number): Promise<number> {
  const headers = { authorization: token, applicationid: "1" };
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path(known, round)}`, { headers });
  const text = await response.text();
  const took = performance.now() - began;
  if (!text.startsWith('{"success":true')) throw new Error(`${path(known, round)}: ${text.slice(0, 500)}`);
  return took;
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;
}
