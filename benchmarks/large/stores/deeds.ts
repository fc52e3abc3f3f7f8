import assert from "node:assert/strict";
import { dayOf } from "@ops/platform/contract";
import { createLog, type PlatformNode, startNode } from "@ops/platform/server";
import { calendarOf, onDuty } from "@ops/store/server";
import { z } from "zod";
import { compose } from "../../compose.ts";
import { callerOf } from "../call.ts";
import { atLeast, type Deed, pageOf, quantile, type Served, timed, within } from "../kind.ts";
import { importStaff } from "./import.ts";
import type { KnownStores } from "./known.ts";

/** Section 13 of store.md, besides the lists. */
export async function storeDeeds(served: Served<KnownStores>): Promise<Deed[]> {
  const { address, known } = served;
  const { modules, personName } = compose();
  const log = createLog("silent");
  const node = await startNode({ address, poolSize: 4, modules, personName, log, background: false });
  try {
    return [
      await headcountGrid(served),
      await dutyOf(node, known),
      await calendars(node, known),
      await progress(served),
      await importStaff(served),
      await statistics(served),
    ];
  } finally {
    await node.stop();
  }
}

const CALLS = 40;

async function timesOf(count: number, act: (round: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < count; round++) took.push((await timed(() => act(round))).ms);
  return took;
}

async function headcountGrid({ ports, isSmall }: Served<KnownStores>): Promise<Deed> {
  const call = callerOf(ports[0]);
  const Grid = z.object({ list: z.array(z.object({ cells: z.array(z.unknown()) })) });
  const path = pageOf("/store/v1/headcounts", { pageSize: 100, keyword: "规模测试" });
  const took = await timesOf(isSmall ? 3 : CALLS, async () => {
    const { list } = await call("GET", path, Grid);
    assert.equal(list[0]?.cells.length, 8);
  });
  return within("headcount of 100 stores × 8 positions: p95", 300, quantile(took, 0.95));
}

/** In the afternoon, when both shifts are there. */
async function dutyOf(node: PlatformNode, { storeIds }: KnownStores): Promise<Deed> {
  const at = new Date(`${dayOf(new Date())}T15:00:00+08:00`);
  const found: number[] = [];
  const ask = (round: number) =>
    node.access.read(async (tx) => {
      const storeId = storeIds[round % storeIds.length] ?? "";
      const { result, ms } = await timed(() => onDuty(tx, { storeId, family: "SALES", at }));
      found.push(result.length);
      return ms;
    });
  for (let round = 0; round < storeIds.length; round++) await ask(round); // statements are prepared, calendars known
  const took: number[] = [];
  for (let round = 0; round < storeIds.length * 2; round++) took.push(await ask(round));
  assert.ok(
    found.some((count) => count > 0),
    "somebody is on duty",
  );
  return within("who is on duty in a store, inside the caller's transaction: p95", 5, quantile(took, 0.95));
}

/** The memory of the node, once each store was asked for. */
async function calendars(node: PlatformNode, { storeIds }: KnownStores): Promise<Deed> {
  const calls = storeIds.length * 50;
  const { ms } = await timed(() =>
    node.access.read(async (tx) => {
      for (let round = 0; round < calls; round++) await calendarOf(tx, storeIds[round % storeIds.length] ?? "");
    }),
  );
  return atLeast("calendars of stores", 500, (calls / ms) * 1000);
}

const Nodes = z.object({
  nodes: z.array(z.object({ id: z.string(), version: z.number(), state: z.string(), progress: z.number() })),
});

/** One more percent of a node that is worked at, in projects with all their pictures. */
async function progress({ ports, known, isSmall }: Served<KnownStores>): Promise<Deed> {
  const call = callerOf(ports[0]);
  const took: number[] = [];
  for (const id of known.projectIds.slice(0, isSmall ? 3 : CALLS)) {
    const { nodes } = await call("GET", `/store/v1/projects/${id}`, Nodes);
    const changed = nodes
      .filter(({ state, progress: before }) => state === "DOING" && before < 90)
      .map((node) => ({ id: node.id, version: node.version, progress: node.progress + 1 }));
    if (changed.length === 0) continue;
    const save = () => call("PUT", `/store/v1/projects/${id}/nodes`, z.unknown(), { changed });
    took.push((await timed(save)).ms);
  }
  assert.ok(took.length > 0, "some project has a node that is worked at");
  return within("progress of a project saved: p95", 300, quantile(took, 0.95));
}

async function statistics({ ports, isSmall }: Served<KnownStores>): Promise<Deed> {
  const call = callerOf(ports[0]);
  const took = await timesOf(isSmall ? 2 : 5, () => call("GET", "/store/v1/stats", z.unknown()));
  return within("statistics of all stores: p50", 2_000, quantile(took, 0.5));
}
