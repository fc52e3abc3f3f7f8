import type { Child, Usage } from "./child.ts";
import type { Request, Slice, SliceResult } from "./load.ts";
import type { Shares } from "./servers/profile.ts";

export interface Server {
  readonly child: Child;
  readonly port: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server process, and of it and the database together. */
  readonly serverCpu: number;
  readonly wholeCpu: number;
}

/** Who sends the load, and what the database has spent so far. */
export interface Bench {
  readonly load: Child;
  databaseCpu(): number;
}

/** The bare server, the same inside of the framework, and the product. */
export interface Servers<T> {
  readonly limit: T;
  readonly framework: T;
  readonly ours: T;
}

export interface Compared {
  readonly measured: Servers<Measured>;
  readonly ours: Ratio;
  readonly framework: Ratio;
  /** Where the bare server and the product spent their time, measured apart: a profile costs time itself. */
  readonly shares: { readonly limit: Shares; readonly ours: Shares };
}

export interface Ratio {
  /** The median over the rounds of its requests to those of the limit, and the quarters below and above it. */
  readonly ratio: number;
  readonly ratios: readonly [number, number];
  /** What a request costs the limit to what it costs here, in CPU time of server and database: the ratio without the noise. */
  readonly cpuRatio: number;
}

export interface Effort {
  readonly rounds: number;
  readonly sliceSeconds: number;
  /** Before the first slice counts, so that both are compiled and their caches filled. */
  readonly warmSeconds: number;
  readonly connections: number;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? 0;
}

const names = ["limit", "framework", "ours"] as const;

/** All servers in turns, in one run: what disturbs the machine disturbs each. */
export async function compare(
  bench: Bench,
  servers: Servers<Server>,
  requests: readonly Request[],
  effort: Effort,
): Promise<Compared> {
  for (const name of names) {
    await measure(bench, servers[name], requests, { ...effort, sliceSeconds: effort.warmSeconds });
  }
  const rounds: Servers<Measured>[] = [];
  for (let round = 0; round < effort.rounds; round++) {
    const found: Partial<Record<keyof Servers<Measured>, Measured>> = {};
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      found[name] = await measure(bench, servers[name], requests, effort);
    }
    const { limit, framework, ours } = found;
    if (limit && framework && ours) rounds.push({ limit, framework, ours });
  }
  const of = (name: keyof Servers<Measured>) => middle(rounds.map((round) => round[name]));
  return {
    measured: { limit: of("limit"), framework: of("framework"), ours: of("ours") },
    ours: ratioOf(rounds, "ours"),
    framework: ratioOf(rounds, "framework"),
    shares: {
      limit: await profile(bench, servers.limit, requests, effort),
      ours: await profile(bench, servers.ours, requests, effort),
    },
  };
}

async function profile(bench: Bench, server: Server, requests: readonly Request[], effort: Effort): Promise<Shares> {
  await server.child.ask({ profile: "begin" });
  await measure(bench, server, requests, { ...effort, sliceSeconds: effort.warmSeconds });
  return (await server.child.ask<{ shares: Shares }>({ profile: "end" })).shares;
}

function ratioOf(rounds: readonly Servers<Measured>[], name: "ours" | "framework"): Ratio {
  const ratios = rounds.map((round) => round[name].perSecond / round.limit.perSecond);
  return {
    ratio: median(ratios),
    ratios: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    cpuRatio: median(rounds.map((round) => round.limit.wholeCpu / round[name].wholeCpu)),
  };
}

export async function measure(
  { load, databaseCpu }: Bench,
  { child, port }: Server,
  requests: readonly Request[],
  { sliceSeconds, connections }: Pick<Effort, "sliceSeconds" | "connections">,
): Promise<Measured> {
  const before = await child.ask<Usage>({});
  const databaseBefore = databaseCpu();
  const slice: Slice = { port, requests, connections, seconds: sliceSeconds };
  const result = await load.ask<SliceResult>(slice);
  const after = await child.ask<Usage>({});
  const database = databaseCpu() - databaseBefore;
  if (result.failure) throw new Error(`a request failed: ${result.failure}`);
  const server = after.cpuMicroseconds - before.cpuMicroseconds;
  const { perSecond, p50, p99, answered } = result;
  return { perSecond, p50, p99, serverCpu: server / answered, wholeCpu: (server + database) / answered };
}

function middle(measured: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(measured.map((one) => one[name]));
  const speed = { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99") };
  return { ...speed, serverCpu: of("serverCpu"), wholeCpu: of("wholeCpu") };
}
