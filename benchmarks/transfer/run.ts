import type pg from "pg";
import { type Bench, type Measured, measure, median, type Server } from "../measure.ts";
import { leadScenarios } from "../scenarios/lead.ts";
import { connected, DAYS, FIRST_DAY, type Volume } from "../volumes.ts";
import { type CarEffort, type CarTransfer, measureCarImport } from "./cars.ts";
import { copyIn, copyOut } from "./copy.ts";
import { Office } from "./office.ts";
import { filledTemplate } from "./template.ts";
import type { Watched } from "./watch.ts";

export interface Transfer {
  readonly exported: { readonly rows: number; readonly perSecond: number; readonly copyPerSecond: number };
  readonly imported: { readonly rows: number; readonly perSecond: number; readonly copyPerSecond: number };
  /** A tenth of the rows, and all of them. */
  readonly memory: readonly { readonly rows: number; readonly watched: Watched }[];
  readonly importMemory: Watched;
  readonly cars: CarTransfer;
  /** What a list answers to others: alone, beside an export, beside an import. */
  readonly others: { readonly alone: Measured; readonly beside: Measured; readonly besideImport: Measured };
}

export interface TransferEffort extends CarEffort {
  /** Days of leads that are exported. */
  readonly days: number;
  readonly rounds: number;
  readonly files: number;
  readonly rowsPerFile: number;
  readonly sliceSeconds: number;
}

export const smallTransfer: TransferEffort = {
  days: 60,
  rounds: 1,
  files: 1,
  rowsPerFile: 600,
  sliceSeconds: 0.3,
  carFiles: 1,
  rowsPerCarFile: 150,
};
export const wholeTransfer: TransferEffort = {
  days: 365,
  rounds: 3,
  files: 5,
  rowsPerFile: 20_000,
  sliceSeconds: 4,
  carFiles: 3,
  rowsPerCarFile: 5_000,
};

const KIND = "platform.dictEntry";

/** Exports and imports through the product, beside what PostgreSQL does with the same rows by itself. */
export async function measureTransfer(
  volume: Volume,
  { server, bench, effort }: { server: Server; bench: Bench; effort: TransferEffort },
): Promise<Transfer> {
  const client = await connected(volume.address);
  const office = new Office(server.port, volume.adminToken);
  const work = { client, office, server, effort };
  await client.query(
    `insert into dict_type (id, created_at, created_by, updated_at, updated_by, code, name, module, built_in)
     select gen_random_uuid(), now(), id, now(), id, 'bench', 'bench', 'platform', false from app_user limit 1`,
  );
  try {
    await office.finished(await office.export(range(0, Math.ceil(effort.days / 50)).join())); // code compiled, heap grown
    const memory = [];
    for (const days of [Math.ceil(effort.days / 10), effort.days]) memory.push(await exportWatched(work, days));
    const exported = await exportRounds(work);
    const { imported, importMemory } = await importFiles(work);
    const cars = await measureCarImport({ ...work, bench });
    const others = await besideOthers(volume, work, bench);
    return { exported, imported, memory, importMemory, cars, others };
  } finally {
    await client.end();
  }
}

interface Work {
  readonly client: pg.Client;
  readonly office: Office;
  readonly server: Server;
  readonly effort: TransferEffort;
}

const day = (n: number) => new Date(FIRST_DAY + n * 86_400_000).toISOString().slice(0, 10);
/** Days from the `first` on; another first day makes another export of as many rows. */
const range = (first: number, days: number) => [day(first), day(first + days - 1)] as const;

async function exportWatched({ office, server }: Work, days: number) {
  await server.child.ask({ watch: "begin" });
  const rows = await office.finished(await office.export(range(1, days).join()));
  return { rows, watched: await server.child.ask<Watched>({ watch: "end" }) };
}

async function exportRounds({ client, office, effort }: Work): Promise<Transfer["exported"]> {
  const rounds: { rows: number; ours: number; copy: number }[] = [];
  for (let round = 0; round < effort.rounds; round++) {
    const days = range(2 + round, effort.days);
    const copy = await copyOut(client, days);
    const began = performance.now();
    const rows = await office.finished(await office.export(days.join()));
    rounds.push({ rows, copy, ours: (performance.now() - began) / 1000 });
  }
  const perSecond = median(rounds.map(({ rows, ours }) => rows / ours));
  return { rows: rounds[0]?.rows ?? 0, perSecond, copyPerSecond: median(rounds.map(({ rows, copy }) => rows / copy)) };
}

async function importFiles({ client, office, server, effort }: Work) {
  const rows = effort.files * effort.rowsPerFile;
  const files = await Promise.all(Array.from({ length: effort.files }, (_, n) => fileOf(effort, n)));
  await server.child.ask({ watch: "begin" });
  const began = performance.now();
  for (const { file } of files) await office.finished(await office.import(KIND, file));
  const took = (performance.now() - began) / 1000;
  const importMemory = await server.child.ask<Watched>({ watch: "end" });
  const copy = await copyIn(
    client,
    files.flatMap((one) => one.rows),
  );
  return { imported: { rows, perSecond: rows / took, copyPerSecond: rows / copy }, importMemory };
}

async function fileOf({ rowsPerFile }: TransferEffort, n: number) {
  const rows = Array.from({ length: rowsPerFile }, (_, r) => {
    const value = String(n * rowsPerFile + r);
    return ["bench", `字典项 ${value}`, value, String(r % 1000), "启用"] as const;
  });
  const titles = ["字典编码*", "名称*", "值*", "排序", "状态"];
  return { rows, file: await filledTemplate({ key: KIND, version: 1, titles, rows }) };
}

/** Lists of others in a closed loop, before, while and after one person exports, and imports. */
async function besideOthers(volume: Volume, work: Work, bench: Bench): Promise<Transfer["others"]> {
  const { office, server, effort } = work;
  const [list] = leadScenarios(volume.reader, volume.leadIds);
  const slice = () => measure(bench, server, list?.requests ?? [], { ...effort, connections: 8 });
  const before = await slice();
  const exporting = await office.export(range(3 + effort.rounds, Math.min(DAYS, effort.days)).join());
  const beside = await slice();
  await office.finished(exporting);
  const between = await slice();
  const { file } = await fileOf(effort, effort.files);
  const importing = office.import(KIND, file).then((id) => office.finished(id));
  const besideImport = await slice();
  await importing;
  const alone = {
    ...before,
    perSecond: (before.perSecond + between.perSecond) / 2,
    p99: Math.max(before.p99, between.p99),
  };
  return { alone, beside, besideImport };
}
