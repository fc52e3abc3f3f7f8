import { insertMany, insertRecords, type Tx } from "@ops/platform/server";
import { readVin } from "../../contract/index.ts";
import type { Dated } from "../car-record/clock.ts";
import { newsOf, publishTogether } from "../car-record/news.ts";
import { vinCheck } from "../car-record/params.ts";
import { keepNewPartNos } from "../car-record/part-nos.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import {
  buildEventRow,
  type CarChanges,
  type CarFact,
  completeChange,
  dateFact,
  findDifferences,
  trackedOf,
} from "../car-record/tell-car.ts";
import { type PlaceReport, placeChanges } from "../place/place-car.ts";
import { requireMileage } from "../published/readings.ts";
import { type NewCar, newCarOf, newsOfBuilt } from "./register-car.ts";
import { flagsOf, type Spec } from "./spec.ts";

/** The data of a file about a car that is not registered, and whose VIN is locked. */
export interface FreshCar {
  readonly told: NewCar;
  readonly spec: Spec;
  readonly placed: PlaceReport | null;
  readonly mileage: (Dated & { readonly mileageKm: number }) | null;
}

/**
 * Registers many cars with a few statements. Rows, log and events are the same as if each car had been registered,
 * placed and read by itself.
 */
export async function enterFreshCars(tx: Tx, list: readonly FreshCar[]): Promise<CarRow[]> {
  const lives: Life[] = [];
  for (const one of list) lives.push(await lifeOf(tx, one));
  const entered = await insertRecords(
    tx,
    cars,
    lives.map(({ car }) => car),
  );
  await keepNewPartNos(tx, entered);
  const events = lives.flatMap((life) => life.events);
  await insertMany(tx, "carEvent", events);
  const repeatable = events.filter(({ type }) => type !== "registered"); // a VIN can be registered only once anyway
  await insertMany(
    tx,
    "carEventKey",
    repeatable.map(({ source, eventId, carId }) => ({ source, eventId, carId })),
  );
  await publishTogether(
    tx,
    lives.map(({ news }) => news),
  );
  return entered;
}

interface Life {
  car: CarRow;
  readonly events: ReturnType<typeof buildEventRow>[];
  readonly news: ReturnType<typeof newsOf>;
}

/** Makes everything that follows from the row, in the order of the log. */
async function lifeOf(tx: Tx, { told, spec, placed, mileage }: FreshCar): Promise<Life> {
  const { vin, isCheckOdd } = readVin(told.vin, tx.param(vinCheck));
  const { car, fact } = newCarOf(tx, { vin, spec, told, flags: await flagsOf(tx, vin, spec, isCheckOdd) });
  const events = [buildEventRow(tx, car, fact, { before: {}, after: trackedOf(car), ignoreReason: null })];
  const life: Life = { car, events, news: newsOfBuilt(car, fact) };
  if (placed) tell(tx, life, { ...placed, type: "placed", clock: "place" }, placeChanges(car, placed));
  if (mileage) {
    requireMileage(mileage.mileageKm);
    const read = { mileageKm: mileage.mileageKm, mileageAt: mileage.at };
    tell(tx, life, { ...mileage, type: "mileage", clock: "mileage" }, read);
  }
  return life;
}

function tell(tx: Tx, life: Life, { eventId, ...rest }: CarFact, changes: CarChanges): void {
  const fact = dateFact(tx, { ...rest, eventId: eventId ?? `${life.car.id}:${rest.type}` });
  const before = life.car;
  const after = { ...before, ...completeChange(before, fact, changes) };
  life.events.push(buildEventRow(tx, after, fact, { ...findDifferences(before, after), ignoreReason: null }));
  life.news.push(...newsOf(before, after, fact));
  life.car = after;
}
