import { checkDigitOf } from "@ops/platform/contract";
import { carImport } from "@ops/vehicle/contract";
import { givenConfig } from "@ops/vehicle/server/testing";
import type pg from "pg";
import type { Usage } from "../child.ts";
import { type Bench, median, type Server } from "../measure.ts";
import type { Office } from "./office.ts";
import { filledTemplate } from "./template.ts";

/** How fast rows went, and what each of them cost in microseconds of CPU. */
export interface Pace {
  readonly perSecond: number;
  readonly serverCpu: number;
  readonly databaseCpu: number;
}

export interface CarTransfer {
  readonly rows: number;
  /** Cars that are not in the register yet. */
  readonly fresh: { readonly checked: Pace; readonly written: Pace };
  /** The same cars again, at another place and with another mileage. */
  readonly known: { readonly checked: Pace; readonly written: Pace };
}

export interface CarEffort {
  readonly carFiles: number;
  readonly rowsPerCarFile: number;
}

interface Work {
  readonly client: pg.Client;
  readonly office: Office;
  readonly server: Server;
  readonly bench: Pick<Bench, "databaseCpu">;
  readonly effort: CarEffort;
}

/** Files of cars through upload, check and confirmation. */
export async function measureCarImport(work: Work): Promise<CarTransfer> {
  const { client, effort } = work;
  const configs = await givenConfigs(client);
  const [fresh, known]: [Timed[], Timed[]] = [[], []];
  for (let file = -1; file < effort.carFiles; file++) {
    // the first file is not counted: code is compiled, caches are filled
    const first = await importTimed(work, carRows(configs, { ...effort, file, isKnown: false }));
    const second = await importTimed(work, carRows(configs, { ...effort, file, isKnown: true }));
    if (file < 0) continue;
    fresh.push(first);
    known.push(second);
  }
  return { rows: effort.carFiles * effort.rowsPerCarFile, fresh: middleOf(fresh), known: middleOf(known) };
}

type Timed = CarTransfer["fresh"];

const middleOf = (timed: readonly Timed[]): Timed => ({
  checked: middlePace(timed.map(({ checked }) => checked)),
  written: middlePace(timed.map(({ written }) => written)),
});

const middlePace = (paces: readonly Pace[]): Pace => ({
  perSecond: median(paces.map(({ perSecond }) => perSecond)),
  serverCpu: median(paces.map(({ serverCpu }) => serverCpu)),
  databaseCpu: median(paces.map(({ databaseCpu }) => databaseCpu)),
});

async function importTimed({ office, server, bench }: Work, rows: readonly Cells[]): Promise<Timed> {
  const { key, version, columns } = carImport;
  const fileId = await office.upload(
    await filledTemplate({ key, version, rows, titles: columns.map(({ title }) => title) }),
  );
  const look = async () => {
    const { cpuMicroseconds } = await server.child.ask<Usage>({});
    return { at: performance.now(), server: cpuMicroseconds, database: bench.databaseCpu() };
  };
  const began = await look();
  const draftId = await office.check(key, fileId);
  const checked = await look();
  await office.finished(await office.confirm(draftId));
  const written = await look();
  type Looked = typeof began;
  const paceOf = (from: Looked, to: Looked): Pace => ({
    perSecond: (rows.length * 1000) / (to.at - from.at),
    serverCpu: (to.server - from.server) / rows.length,
    databaseCpu: (to.database - from.database) / rows.length,
  });
  return { checked: paceOf(began, checked), written: paceOf(checked, written) };
}

const CONFIGS = 20;

/** Codes of configurations that are made for the run, each with an option and a colour of either side. */
async function givenConfigs(client: pg.Client): Promise<string[]> {
  const rows = async <T>(statement: string, values?: unknown[]) =>
    (await client.query<T & pg.QueryResultRow>(statement, values)).rows;
  const codes: string[] = [];
  while (codes.length < CONFIGS) codes.push((await givenConfig({ rows })).configCode);
  return codes;
}

type Cells = readonly (string | number | null)[];

interface CarFile {
  readonly file: number;
  readonly rowsPerCarFile: number;
  readonly isKnown: boolean;
}

function carRows(configs: readonly string[], { file, rowsPerCarFile, isKnown }: CarFile): Cells[] {
  return Array.from({ length: rowsPerCarFile }, (_, row) => {
    const n = (file + 1) * rowsPerCarFile + row;
    const values: Partial<Record<(typeof carImport.columns)[number]["key"], string | number | null>> = {
      vin: vinOf(n),
      configCode: configs[n % configs.length] ?? "",
      optionCodes: n % 2 ? "OP-ADS" : null,
      extColor: "EX-W01",
      intColor: "IN-B02",
      plantCode: "PLANT-CZ",
      producedOn: "2026-01-05",
      releasedOn: "2026-01-06",
      stockKind: "常规现车",
      motorNo: `BENCH-M${n}`,
      batteryNo: `BENCH-B${n}`,
      placeKind: "仓库",
      placeCode: "WH-CZ",
      placedOn: isKnown ? "2026-01-08" : "2026-01-07",
      ...(isKnown ? { placeKind: "工厂", placeCode: "PLANT-CZ", mileageKm: 12 } : {}),
    };
    return carImport.columns.map(({ key }) => values[key] ?? null);
  });
}

/** An invented VIN with a right check character, which no car of the demo brand has. */
function vinOf(n: number): string {
  const draft = `LBENCH00?TA${String(n).padStart(6, "0")}`;
  return draft.replace("?", checkDigitOf(draft.replace("?", "0")));
}
