// npm run bench: measures, writes report.md. With --small it only sees that exports, imports and the comparison with the limit work.
// With --excel it measures exports and imports only, with --limit all but these, with --background events and timers only, with --live news to open pages only, with --figures stage counters only, with --large=people, --large=cars, --large=partners, --large=stores or --large=orders lists and changes at a large set instead: --large=cars [--rows=60000000] [--keep].
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { backgroundReport } from "./background/report.ts";
import { measureBackground, wholeBackground } from "./background/run.ts";
import { captureProduct } from "./captured.ts";
import { Child, type Usage } from "./child.ts";
import { figuresReport } from "./figures/report.ts";
import { measureFigures, wholeFigures } from "./figures/run.ts";
import { canLoadPages, firstLoads } from "./first-load.ts";
import { cars } from "./large/cars/set.ts";
import type { LargeKind } from "./large/kind.ts";
import { orders } from "./large/orders/set.ts";
import { partners } from "./large/partners/set.ts";
import { people } from "./large/people/set.ts";
import { openPostgres } from "./large/postgres.ts";
import { largeReport } from "./large/report.ts";
import { measureLarge } from "./large/run.ts";
import { stores } from "./large/stores/set.ts";
import { liveReport } from "./live/report.ts";
import { measureLive, wholeLive } from "./live/run.ts";
import { compare, type Effort, measure, type Server, type Servers } from "./measure.ts";
import { tokenOf } from "./reader.ts";
import { type Findings, reportOf } from "./report.ts";
import { leadScenarios, unfilteredPages } from "./scenarios/lead.ts";
import { transferReport } from "./transfer/report.ts";
import { measureTransfer, smallTransfer, wholeTransfer } from "./transfer/run.ts";
import { openVolume, type Volume } from "./volumes.ts";
import { weighProduct } from "./weight.ts";

const isSmall = process.argv.includes("--small");
const LEADS = isSmall ? 20_000 : 1_000_000;
const EFFORT: Effort = isSmall
  ? { rounds: 1, sliceSeconds: 0.2, warmSeconds: 0.2, connections: 16 }
  : { rounds: 15, sliceSeconds: 1, warmSeconds: 4, connections: 16 };

const file = (name: string) => join(import.meta.dirname, name);

async function startServer(name: "ours" | "framework" | "limit", given: object): Promise<Server> {
  const { child, ready } = await Child.start<{ port: number }>(file(`servers/${name}.ts`), given);
  return { child, port: ready.port };
}

/** The product, and the limit with the SQL that the product runs, bare and inside of the framework. */
async function startAll({ address, reader, leadIds }: Volume): Promise<Servers<Server>> {
  const ours = await startServer("ours", { address });
  const captured = await captureProduct(ours, leadIds);
  const beside = (name: "framework" | "limit") => startServer(name, { address, reader, captured });
  return { ours, framework: await beside("framework"), limit: await beside("limit") };
}

/** A comparison of servers that answer differently would be worth nothing. */
async function checkSameAnswers(servers: readonly Server[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const texts = servers.map(async ({ port }) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: tokenOf(0), applicationid: "1" },
      });
      return response.text();
    });
    const [limit, ...others] = await Promise.all(texts);
    for (const other of others) assert.equal(other, limit, path);
  }
}

async function compareWithLimit(volume: Volume): Promise<Pick<Findings, "compared" | "unfiltered" | "loadedMb">> {
  const servers = await startAll(volume);
  const { child: load } = await Child.start(file("load.ts"), {});
  const bench = { load, databaseCpu: () => volume.cpuMicroseconds() };
  const scenarios = leadScenarios(volume.reader, volume.leadIds);
  const unfiltered = unfilteredPages();
  const reads = [...scenarios.flatMap(({ requests }) => requests.slice(0, 50)), ...unfiltered];
  await checkSameAnswers(
    [servers.limit, servers.framework, servers.ours],
    reads.filter(({ method }) => method === "GET").map(({ path }) => path),
  );
  const compared: Findings["compared"][number][] = [];
  for (const scenario of scenarios) {
    const result = await compare(bench, servers, scenario.requests, EFFORT);
    const { ratio, cpuRatio } = result.ours;
    const framework = `the framework alone ${result.framework.ratio.toFixed(2)}`;
    console.log(
      `${scenario.name}: ${ratio.toFixed(2)} of the limit, by CPU ${cpuRatio.toFixed(2)} (goal ${scenario.goal}); ${framework}`,
    );
    compared.push({ scenario, result });
  }
  const alone = { ...EFFORT, connections: 1, sliceSeconds: EFFORT.sliceSeconds * 3 };
  const limit = await measure(bench, servers.limit, unfiltered, alone);
  const ours = await measure(bench, servers.ours, unfiltered, alone);
  const { rssMb } = await servers.ours.child.ask<Usage>({});
  for (const child of [load, servers.ours.child, servers.framework.child, servers.limit.child]) await child.stop();
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

/** Exports and imports on a server of their own, whose memory has seen nothing else. */
async function transfer(volume: Volume): Promise<string> {
  const server = await startServer("ours", { address: volume.address });
  const { child: load } = await Child.start(file("load.ts"), {});
  const bench = { load, databaseCpu: () => volume.cpuMicroseconds() };
  try {
    const effort = isSmall ? smallTransfer : wholeTransfer;
    return transferReport(await measureTransfer(volume, { server, bench, effort }));
  } finally {
    for (const child of [load, server.child]) await child.stop();
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

async function againstLimit(): Promise<void> {
  const volume = await openVolume(LEADS);
  try {
    if (!process.argv.includes("--limit")) keep({ Excel: await transfer(volume) });
    if (process.argv.includes("--excel")) return;
    keep({ first: reportOf({ leads: LEADS, ...(await compareWithLimit(volume)), ...(await weigh(volume)) }) });
  } finally {
    await volume.stop();
  }
}

async function inTheBackground(): Promise<void> {
  keep({ "Background work": backgroundReport(await measureBackground(wholeBackground)) });
}

async function toOpenPages(): Promise<void> {
  keep({ "Live news": liveReport(await measureLive(wholeLive)) });
}

async function ofStages(): Promise<void> {
  keep({ "Stage counters": figuresReport(await measureFigures(wholeFigures)) });
}

const given = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

async function atTheLargeSet<Size, Known>(kind: LargeKind<Size, Known>): Promise<void> {
  const dataDir = join(import.meta.dirname, "../.cache", `bench-large-${kind.name}`);
  const postgres = await openPostgres(dataDir);
  try {
    const rows = Number(given("rows") ?? kind.rows);
    keep({ [kind.title]: largeReport(kind, await measureLarge(kind, { postgres, rows, isSmall: false })) });
  } finally {
    await postgres.stop();
    // gigabytes that few need twice
    if (!process.argv.includes("--keep")) rmSync(dataDir, { recursive: true, force: true });
  }
}

const HEADINGS = [
  ["Excel", "Background work", "Live news", "Stage counters"],
  [people.title, cars.title, partners.title, stores.title, orders.title],
].flat();

/** Each kind of run writes its parts of the report, by their headings, and leaves the others. */
function keep(written: Readonly<Record<string, string>>): void {
  const present = readFileSync(file("report.md"), "utf8").split(new RegExp(`^(?=## (?:${HEADINGS.join("|")})$)`, "m"));
  const headed = (heading: string) => present.slice(1).find((text) => text.startsWith(`## ${heading}\n`)) ?? "";
  const parts = [
    written["first"] ?? present[0] ?? "",
    ...HEADINGS.map((heading) => written[heading] ?? headed(heading)),
  ];
  const report = parts.map((text) => text.trim()).filter(Boolean);
  if (!isSmall) writeFileSync(file("report.md"), `${report.join("\n\n")}\n`);
  console.log(`\n${Object.values(written).join("\n\n")}`);
}

if (!isSmall) comeFirst();
const large = given("large");
if (process.argv.includes("--background")) await inTheBackground();
else if (process.argv.includes("--live")) await toOpenPages();
else if (process.argv.includes("--figures")) await ofStages();
else if (large === undefined) await againstLimit();
else if (large === people.name) await atTheLargeSet(people);
else if (large === cars.name) await atTheLargeSet(cars);
else if (large === partners.name) await atTheLargeSet(partners);
else if (large === stores.name) await atTheLargeSet(stores);
else if (large === orders.name) await atTheLargeSet(orders);
else throw new Error(`--large=${large}: choose people, cars, partners, stores or orders`);
