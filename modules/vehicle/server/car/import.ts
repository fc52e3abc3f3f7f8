import { normaliseVin } from "@ops/platform/contract";
import {
  type HandedBack,
  type ImportCall,
  type ImportRow,
  type ImportSource,
  newId,
  OutOfScope,
  type Tx,
  verdictsOf,
} from "@ops/platform/server";
import { blockKind, carBlockImport, carErrors, carImport } from "../../contract/index.ts";
import { openKindsOf } from "../car-record/blocks.ts";
import { lockCars } from "../car-record/lock-car.ts";
import type { CarRow } from "../car-record/tables.ts";
import type { Saying } from "../car-record/tell-car.ts";
import { type SaidOfCar, tellCars } from "../car-record/tell-cars.ts";
import { placeSaying } from "../place/place-car.ts";
import { blockFree } from "../published/blocks.ts";
import { sayMileage } from "../published/readings.ts";
import { enterFreshCars, type FreshCar } from "../register/enter-cars.ts";
import { lockVins, requireEqual } from "../register/register-car.ts";
import { checkCar, isHeld, isPlacedAt, isReadAs, placedAt, readCar, requirePlaceable } from "./import-check.ts";
import { type CarFacts, carFactsOf, checkedFactsOf, findVisibleCars, type KnownCars } from "./import-facts.ts";

const vinOf = ({ values }: ImportRow) => normaliseVin(values["vin"] ?? "");

/** How many cars one transaction locks at a time. */
const ROWS_PER_STEP = 50;

/**
 * Sorts rows by VIN, the order in which everybody locks them, so that two files with the same cars never deadlock
 * (VE-R9).
 */
const byVin = (rows: readonly ImportRow[]) => rows.toSorted((a, b) => (vinOf(a) < vinOf(b) ? -1 : 1));

/**
 * The import of 车辆. New cars are registered. Known cars change only their place and mileage, never their holder or
 * specification.
 */
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

/** The import of 批量管控. Each row blocks a car. */
export const carBlockImportSource: ImportSource = {
  kind: carBlockImport,
  rowsPerStep: ROWS_PER_STEP,
  checksAlone: true,
  keyOf: (row) => `${vinOf(row)} ${row.values["kind"]}`,
  arrange: (rows) => ({ rows: byVin(rows), problems: new Map() }),
  check: async (tx, rows) => {
    const known = await findVisibleCars(tx, rows.map(vinOf));
    const open = await openKindsOf(tx, [...known.cars.values()]);
    return verdictsOf(rows, async (row) => {
      const { id } = requireKnown(known, row);
      if (open.get(id)?.has(row.values["kind"] ?? "")) throw carErrors.blockOpen();
      return undefined;
    });
  },
  applyAll: blockAll,
};

const partColumns = { motorNo: "电机号", batteryNo: "电池号", engineNo: "发动机号" } as const;

/** Reports part numbers that stand in two rows. The number belongs to the first row. */
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

/** Numbers the reports of a row, so that they count once even if the task runs again (section 8). */
const eventIdOf = ({ taskId }: ImportCall, { line }: ImportRow) => (taskId ? `import:${taskId}:${line}` : undefined);

/** Locks the VINs first, then the known cars, each in their order. Only then does it write. */
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
    const told = { ...readCar(row), marketTypeId: await facts.marketType(row), eventId };
    list.push({ told, spec: await facts.spec(row), placed, mileage });
  }
  const lines = new Map(rows.map((row) => [vinOf(row), row.line]));
  for (const { vin, id } of await enterFreshCars(tx, list)) tx.trail.cameFrom(lines.get(vin) ?? 0, id);
}

/**
 * Collects the reports about a known car: its place and its mileage, where the row brings something new. A car that
 * nobody holds must have the specification of the row.
 */
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
    sayings.push(await sayMileage(tx, car, { ...read, eventId: eventId && `${eventId}:mileage` }));
  }
  return { car, sayings };
}

async function blockAll(tx: Tx, rows: readonly ImportRow[], call: ImportCall): Promise<HandedBack> {
  const known = await findVisibleCars(tx, rows.map(vinOf));
  const ids = rows.map((row) => requireKnown(known, row).id);
  const locked = new Map((await lockCars(tx, ids)).map((car) => [car.id, car]));
  const open = await openKindsOf(tx, [...locked.values()]);
  const list = rows.flatMap((row) => {
    const { id } = requireKnown(known, row);
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

function requireKnown({ cars, hidden }: KnownCars, row: ImportRow): CarRow {
  const vin = vinOf(row);
  const car = cars.get(vin);
  if (car) return car;
  const hiddenId = hidden.get(vin);
  throw hiddenId === undefined ? carErrors.unregistered() : new OutOfScope("car", hiddenId, carErrors.unregistered());
}
