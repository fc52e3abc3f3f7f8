import type { PlatformNode } from "@ops/platform/server";
import type pg from "pg";
import type { Address } from "../volumes.ts";

/** Something that lists have much of: how it is loaded, small and large, and what is asked and done there. */
export interface LargeKind<Size, Known> {
  /** The heading of its part of the report. */
  readonly title: string;
  /** `npm run bench -- --large=<name>` */
  readonly name: string;
  /** Rows of the longest table at the large set. */
  readonly rows: number;
  sizes(rows: number, isSmall: boolean): { small: Size; large: Size };
  shown(size: Size): string;
  /** Into a database with the demo accounts. */
  fill(node: PlatformNode, size: Size): Promise<void>;
  /** What a manager of one region may do there. */
  readonly managerCodes: readonly string[];
  /** What the calls name, different in each set. */
  know(client: pg.Client): Promise<Known>;
  readonly lists: readonly ListScenario<Known>[];
  deeds(large: Served<Known>): Promise<Deed[]>;
}

/** The large set and two servers on it. */
export interface Served<Known> {
  readonly address: Address;
  readonly known: Known;
  readonly ports: readonly [number, number];
  readonly isSmall: boolean;
}

export interface ListScenario<Known> {
  readonly name: string;
  readonly token: string;
  /** Within which 95 of 100 calls shall be answered. */
  readonly mostMs: number;
  path(known: Known, round: number): string;
}

/** Something done at the large set, and what it may take. */
export interface Deed {
  readonly name: string;
  readonly goal: string;
  readonly measured: string;
  readonly reached: boolean;
}

export function within(name: string, goalMs: number, tookMs: number): Deed {
  const shown = tookMs < 10 ? tookMs.toFixed(1) : String(Math.round(tookMs));
  return { name, goal: `< ${goalMs} ms`, measured: `${shown} ms`, reached: tookMs < goalMs };
}

export function atLeast(name: string, goalPerSecond: number, perSecond: number): Deed {
  const shown = (rate: number) => Math.round(rate).toLocaleString("en");
  const [goal, measured] = [`≥ ${shown(goalPerSecond)} /s`, `${shown(perSecond)} /s`];
  return { name, goal, measured, reached: perSecond >= goalPerSecond };
}

export async function timed<T>(act: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  const result = await act();
  return { result, ms: performance.now() - began };
}

export function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;
}

/** A page of twenty, with these filters. */
export function pageOf(path: string, query: Readonly<Record<string, string | number>> = {}): string {
  const given = Object.entries({ pageNo: 1, pageSize: 20, ...query }).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(given)}`;
}

/** A page as deep as lists go in a small set: the tenth of twenty rows. */
export const DEEP = 10;

/** A full month so many months ago, as a range of days. */
export function monthAgo(months: number): string {
  const now = new Date();
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 0));
  return `${day(first)},${day(last)}`;
}

/** The last full month. */
export const lastMonth = () => monthAgo(1);
