import { BusinessError } from "@ops/platform/contract";
import type { HandedBack, ImportCall, ImportRow, ImportSource, Tx, Verdict, Verdicts } from "@ops/platform/server";
import { newId } from "@ops/platform/server";
import { blockKind, carBlockImport, carErrors, carImport, normaliseVin } from "../../contract/index.ts";
import { openKindsOf } from "../car-record/blocks.ts";
import { lockCars } from "../car-record/lock-car.ts";
import type { CarRow } from "../car-record/tables.ts";
import type { Saying } from "../car-record/tell-car.ts";
import { type SaidOfCar, tellCars } from "../car-record/tell-cars.ts";
import { placeSaying } from "../place/place-car.ts";
import { blockFree } from "../published/blocks.ts";
import { mileageSaying } from "../published/readings.ts";
import { enterFreshCars, type FreshCar } from "../register/enter-cars.ts";
import { lockVins, requireEqual } from "../register/register-car.ts";
import { checkCar, isHeld, isPlacedAt, isReadAs, placedAt, requirePlaceable, toldCar } from "./import-check.ts";
import { type CarFacts, carFactsOf, checkedFactsOf, visibleCars } from "./import-facts.ts";

const vinOf = ({ values }: ImportRow) => normaliseVin(values["vin"] ?? "");

/** Cars that one transaction keeps from everybody else. */
const ROWS_PER_STEP = 50;

/** In the order of the VINs, in which everybody locks them: two files with the same cars never wait for each other (VE-R9). */
const byVin = (rows: readonly ImportRow[]) => rows.toSorted((a, b) => (vinOf(a) < vinOf(b) ? -1 : 1));

/** 车辆: new cars enter the register; of known ones only place and mileage change, never holder and specification. */
export const carImportSource: ImportSource = {
  kind: carImport,
  rowsPerStep: ROWS_PER_STEP,
  checksAlone: true,
  keyOf: vinOf,
  arrange: (rows) => ({ rows: byVin(rows), problems: samePartsIn(rows) }),
  check: async (tx, rows) => {
    const facts = await checkedFactsOf(tx, rows);
    return verdictsOf(rows, (row) => checkCar(tx, row, facts));
  },
  applyAll: applyCars,
};

/** 批量管控: each row stops a car. */
export const carBlockImportSource: ImportSource = {
  kind: carBlockImport,
  rowsPerStep: ROWS_PER_STEP,
  checksAlone: true,
  keyOf: (row) => `${vinOf(row)} ${row.values["kind"]}`,
  arrange: (rows) => ({ rows: byVin(rows), problems: new Map() }),
  check: async (tx, rows) => {
    const { cars } = await visibleCars(tx, rows.map(vinOf));
    const open = await openKindsOf(tx, [...cars.values()]);
    return verdictsOf(rows, async (row) => {
      const { id } = requireKnown(cars, row);
      if (open.get(id)?.has(row.values["kind"] ?? "")) throw carErrors.blockOpen();
      return undefined;
    });
  },
  applyAll: blockAll,
};

async function verdictsOf(
  rows: readonly ImportRow[],
  check: (row: ImportRow) => Promise<Verdict | undefined>,
): Promise<Verdicts> {
  const verdicts = new Map<number, Verdict>();
  for (const row of rows) {
    const verdict = await check(row).catch((error: unknown) => {
      if (error instanceof BusinessError) return error.message;
      throw error;
    });
    if (verdict !== undefined) verdicts.set(row.line, verdict);
  }
  return verdicts;
}

const partColumns = { motorNo: "电机号", batteryNo: "电池号", engineNo: "发动机号" } as const;

/** One number stands in two rows: it belongs to the first. */
function samePartsIn(rows: readonly ImportRow[]): Map<number, string> {
  const problems = new Map<number, string>();
  for (const [key, title] of Object.entries(partColumns)) {
    const lines = new Map<string, number>();
    for (const { line, values } of rows) {
      const number = values[key];
      if (!number) continue;
      const first = lines.get(number);
      if (first === undefined) lines.set(number, line);
      else problems.set(line, `${title}与第${first}行重复`);
    }
  }
  return problems;
}

/** What was told with a row counts once, whatever runs again (section 8). */
const eventIdOf = ({ taskId }: ImportCall, { line }: ImportRow) => (taskId ? `import:${taskId}:${line}` : undefined);

/** VINs first, then the cars that are known, each in its order; only then is anything written. */
async function applyCars(tx: Tx, rows: readonly ImportRow[], call: ImportCall): Promise<HandedBack> {
  await lockVins(tx, rows.map(vinOf).sort());
  const facts = await carFactsOf(tx, rows);
  const ids = [...facts.cars.values()].map(({ id }) => id);
  const cars = new Map((await lockCars(tx, ids)).map((car) => [car.vin, car]));
  const isNew = (row: ImportRow) => !cars.has(vinOf(row));
  await enterNew(tx, rows.filter(isNew), { facts, call });
  const said: SaidOfCar[] = [];
  for (const row of rows) {
    const known = cars.get(vinOf(row));
    if (known) said.push(await saidOf(tx, row, known, { facts, call }));
  }
  await tellCars(tx, said);
  return new Map();
}

interface Applying {
  readonly facts: CarFacts;
  readonly call: ImportCall;
}

async function enterNew(tx: Tx, rows: readonly ImportRow[], { facts, call }: Applying): Promise<void> {
  const list: FreshCar[] = [];
  for (const row of rows) {
    const eventId = eventIdOf(call, row) ?? newId();
    const { kind, place } = await facts.place(row);
    const at = placedAt(tx, row);
    const placed = kind && place ? { kind, place, at, source: "IMPORT" as const, eventId } : null;
    const { mileageKm } = row.values;
    const read = { at: tx.now, source: "IMPORT" as const, eventId: `${eventId}:mileage` };
    const mileage = mileageKm ? { ...read, mileageKm: Number(mileageKm) } : null;
    const told = { ...toldCar(row), marketTypeId: await facts.marketType(row), eventId };
    list.push({ told, spec: await facts.spec(row), placed, mileage });
  }
  const lines = new Map(rows.map((row) => [vinOf(row), row.line]));
  for (const { vin, id } of await enterFreshCars(tx, list)) tx.trail.cameFrom(lines.get(vin) ?? 0, id);
}

/** Of a known car place and mileage change, where the row tells something new of them; one that nobody holds has to be what the row says. */
async function saidOf(tx: Tx, row: ImportRow, car: CarRow, { facts, call }: Applying): Promise<SaidOfCar> {
  if (!isHeld(car)) requireEqual(car, await facts.spec(row));
  tx.trail.cameFrom(row.line, car.id);
  const eventId = eventIdOf(call, row);
  const sayings: Saying[] = [];
  const { kind, place } = await facts.place(row);
  if (kind && place && !isPlacedAt(car, kind, place)) {
    requirePlaceable(car, place);
    sayings.push(placeSaying(tx, { kind, place, at: placedAt(tx, row), source: "IMPORT", eventId }));
  }
  const { mileageKm } = row.values;
  if (mileageKm && !isReadAs(car, row)) {
    const read = { mileageKm: Number(mileageKm), at: tx.now, source: "IMPORT" } as const;
    sayings.push(await mileageSaying(tx, car, { ...read, eventId: eventId && `${eventId}:mileage` }));
  }
  return { car, sayings };
}

async function blockAll(tx: Tx, rows: readonly ImportRow[], call: ImportCall): Promise<HandedBack> {
  const { cars } = await visibleCars(tx, rows.map(vinOf));
  const ids = rows.map((row) => requireKnown(cars, row).id);
  const locked = new Map((await lockCars(tx, ids)).map((car) => [car.id, car]));
  const open = await openKindsOf(tx, [...locked.values()]);
  const list = rows.flatMap((row) => {
    const { id } = requireKnown(cars, row);
    const kind = blockKind.parse(row.values["kind"]);
    if (open.get(id)?.has(kind)) throw carErrors.blockOpen();
    tx.trail.cameFrom(row.line, id);
    const car = locked.get(id);
    const told = { kind, reason: row.values["reason"] ?? "", source: "IMPORT", eventId: eventIdOf(call, row) } as const;
    return car ? [{ car, ...told }] : [];
  });
  await blockFree(tx, list);
  return new Map();
}

function requireKnown(cars: ReadonlyMap<string, CarRow>, row: ImportRow): CarRow {
  const car = cars.get(vinOf(row));
  if (!car) throw carErrors.unregistered();
  return car;
}
