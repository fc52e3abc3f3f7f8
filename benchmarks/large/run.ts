import { join } from "node:path";
import { Child } from "../child.ts";
import { type Deed, type LargeKind, type ListScenario, quantile } from "./kind.ts";
import type { LargePostgres, LoadedSet } from "./postgres.ts";

export interface ListFinding {
  readonly name: string;
  /** Milliseconds within which half of the calls, and 95 of 100, were answered. */
  readonly smallP50: number;
  readonly largeP50: number;
  readonly smallP95: number;
  readonly largeP95: number;
  readonly mostMs: number;
}

export interface LargeFindings<Size> {
  readonly small: Size;
  readonly large: Size;
  readonly lists: readonly ListFinding[];
  readonly deeds: readonly Deed[];
}

interface Asked<Known> extends LoadedSet<Known> {
  readonly port: number;
}

interface Wanted {
  readonly postgres: LargePostgres;
  readonly rows: number;
  /** True to see that everything works: with one set, one server and one call of each list. */
  readonly isSmall: boolean;
}

export const ROUNDS = 40;
const measured = { warm: 3, rounds: ROUNDS };
const onlyTried = { warm: 0, rounds: 1 };
const server = join(import.meta.dirname, "../servers/ours.ts");

/** Both sets in one PostgreSQL, asked in turns, so that what disturbs the machine disturbs both. */
export async function measureLarge<Size, Known>(
  kind: LargeKind<Size, Known>,
  { postgres, rows, isSmall }: Wanted,
): Promise<LargeFindings<Size>> {
  const sizes = kind.sizes(rows, isSmall);
  const children: Child[] = [];
  const serve = async (loaded: LoadedSet<Known>): Promise<Asked<Known>> => {
    const { child, ready } = await Child.start<{ port: number }>(server, { address: loaded.address });
    children.push(child);
    return { ...loaded, port: ready.port };
  };
  const load = async (name: "small" | "large") => {
    const began = performance.now();
    const loaded = await postgres.set(`${name}_${kind.name}`, kind, sizes[name]);
    console.log(`the ${name} set is there after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return loaded;
  };
  try {
    const large = await serve(await load("large"));
    const small = isSmall ? large : await serve(await load("small"));
    const second = isSmall ? large : await serve(large);
    const lists: ListFinding[] = [];
    for (const scenario of kind.lists) {
      const finding = await compareSets(scenario, small, large, isSmall ? onlyTried : measured);
      const { name, smallP50, largeP50, largeP95 } = finding;
      console.log(`${name}: p50 ${smallP50.toFixed(1)} → ${largeP50.toFixed(1)} ms, p95 ${largeP95.toFixed(1)} ms`);
      lists.push(finding);
    }
    const deeds = await kind.deeds({ ...large, ports: [large.port, second.port], isSmall });
    for (const { name, measured } of deeds) console.log(`${name}: ${measured}`);
    return { ...sizes, lists, deeds };
  } finally {
    for (const child of children) await child.stop();
  }
}

async function compareSets<Known>(
  scenario: ListScenario<Known>,
  small: Asked<Known>,
  large: Asked<Known>,
  { warm, rounds }: typeof measured,
): Promise<ListFinding> {
  for (let round = 0; round < warm; round++) {
    await ask(scenario, small, round);
    await ask(scenario, large, round);
  }
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let round = 0; round < rounds; round++) {
    times.small.push(await ask(scenario, small, round));
    times.large.push(await ask(scenario, large, round));
  }
  const { name, mostMs } = scenario;
  const half = { smallP50: quantile(times.small, 0.5), largeP50: quantile(times.large, 0.5) };
  return { name, mostMs, ...half, smallP95: quantile(times.small, 0.95), largeP95: quantile(times.large, 0.95) };
}

async function ask<Known>(
  { token, path }: ListScenario<Known>,
  { known, port }: Asked<Known>,
  round: number,
): Promise<number> {
  const headers = { authorization: token, applicationid: "1" };
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path(known, round)}`, { headers });
  const text = await response.text();
  const took = performance.now() - began;
  if (!text.startsWith('{"success":true')) throw new Error(`${path(known, round)}: ${text.slice(0, 500)}`);
  return took;
}
