// npm run bench: measures, writes report.md. With --small it only sees that everything works.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { Child, type Usage } from "./child.ts";
import { canLoadPages, firstLoads } from "./first-load.ts";
import { compare, type Effort, measure, type Server } from "./measure.ts";
import { tokenOf } from "./reader.ts";
import { type Findings, reportOf } from "./report.ts";
import { leadScenarios, unfilteredPages } from "./scenarios/lead.ts";
import { openVolume, scopeOf, type Volume } from "./volumes.ts";
import { weighProduct } from "./weight.ts";

const isSmall = process.argv.includes("--small");
const LEADS = isSmall ? 20_000 : 1_000_000;
const EFFORT: Effort = isSmall
  ? { rounds: 1, sliceSeconds: 0.2, warmSeconds: 0.2, connections: 16 }
  : { rounds: 15, sliceSeconds: 1, warmSeconds: 4, connections: 16 };

const file = (name: string) => join(import.meta.dirname, name);

async function startServer(name: "ours" | "limit", { address, reader }: Volume): Promise<Server> {
  const given = { address, reader, scope: scopeOf(reader.path) };
  const { child, ready } = await Child.start<{ port: number }>(file(`servers/${name}.ts`), given);
  return { child, port: ready.port };
}

/** A comparison of servers that answer differently would be worth nothing. */
async function checkSameAnswers(servers: readonly Server[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const texts = servers.map(async ({ port }) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: tokenOf(0) } });
      return response.text();
    });
    const [limit, ours] = await Promise.all(texts);
    assert.equal(ours, limit, path);
  }
}

async function compareWithLimit(volume: Volume): Promise<Pick<Findings, "compared" | "unfiltered" | "loadedMb">> {
  const servers = { limit: await startServer("limit", volume), ours: await startServer("ours", volume) };
  const { child: load } = await Child.start(file("load.ts"), {});
  const bench = { load, databaseCpu: () => volume.cpuMicroseconds() };
  const scenarios = leadScenarios(volume.reader, volume.leadIds);
  const unfiltered = unfilteredPages();
  const reads = [...scenarios.flatMap(({ requests }) => requests.slice(0, 50)), ...unfiltered];
  await checkSameAnswers(
    [servers.limit, servers.ours],
    reads.filter(({ method }) => method === "GET").map(({ path }) => path),
  );
  const compared: Findings["compared"][number][] = [];
  for (const scenario of scenarios) {
    const result = await compare(bench, servers, scenario.requests, EFFORT);
    const { ratio, cpuRatio } = result;
    console.log(
      `${scenario.name}: ${ratio.toFixed(2)} of the limit, by CPU ${cpuRatio.toFixed(2)} (goal ${scenario.goal})`,
    );
    compared.push({ scenario, result });
  }
  const alone = { ...EFFORT, connections: 1, sliceSeconds: EFFORT.sliceSeconds * 3 };
  const limit = await measure(bench, servers.limit, unfiltered, alone);
  const ours = await measure(bench, servers.ours, unfiltered, alone);
  const { rssMb } = await servers.ours.child.ask<Usage>({});
  for (const child of [load, servers.ours.child, servers.limit.child]) await child.stop();
  return { compared, unfiltered: { limit, ours }, loadedMb: rssMb };
}

async function weigh(volume: Volume): Promise<Pick<Findings, "weight" | "pages">> {
  if (isSmall) return { weight: null, pages: null };
  const { weight, product } = await weighProduct(volume.emptyAddress);
  try {
    return { weight, pages: canLoadPages() ? await firstLoads(product.origin) : null };
  } finally {
    await product.stop();
  }
}

/** On a shared machine other people's work would be measured, too; only root may do this. */
function comeFirst(): void {
  try {
    setPriority(-10);
  } catch {
    // measured all the same
  }
}

if (!isSmall) comeFirst();
const volume = await openVolume(LEADS);
try {
  const report = reportOf({ leads: LEADS, ...(await compareWithLimit(volume)), ...(await weigh(volume)) });
  if (!isSmall) writeFileSync(file("report.md"), report);
  console.log(`\n${report}`);
} finally {
  await volume.stop();
}
