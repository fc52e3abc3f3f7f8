import { insertMany, insertRecords, type Tx } from "@ops/platform/server";
import { carErrors, readVin, whereaboutsOf } from "../../contract/index.ts";
import { type Dated, wound } from "../car-record/clock.ts";
import { newsOf, publishTogether } from "../car-record/news.ts";
import { futureMinutes, vinCheck } from "../car-record/params.ts";
import { keepNewPartNos } from "../car-record/part-nos.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { type CarChanges, type CarFact, differences, eventRow, trackedOf } from "../car-record/tell-car.ts";
import { type PlaceReport, placeChanges } from "../place/place-car.ts";
import { requireMileage } from "../published/readings.ts";
import { builtNews, type NewCar, newCarOf } from "./register-car.ts";
import { flagsOf, type Spec } from "./spec.ts";

/** What a file tells of a car that is not in the register, and whose VIN is locked. */
export interface FreshCar {
  readonly told: NewCar;
  readonly spec: Spec;
  readonly placed: PlaceReport | null;
  readonly mileage: (Dated & { readonly mileageKm: number }) | null;
}

/**
 * The same register, log and news as if each car had been entered, placed and read by itself, with a few statements for all
 * of them.
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
  const repeatable = events.filter(({ type }) => type !== "registered"); // a VIN is registered once anyway
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
  readonly events: ReturnType<typeof eventRow>[];
  readonly news: ReturnType<typeof newsOf>;
}

/** Everything that the row tells, one thing after the other as the log has it. */
async function lifeOf(tx: Tx, { told, spec, placed, mileage }: FreshCar): Promise<Life> {
  const { vin, isCheckOdd } = readVin(told.vin, tx.param(vinCheck));
  const { car, fact } = newCarOf(tx, { vin, spec, told, flags: await flagsOf(tx, vin, spec, isCheckOdd) });
  const events = [eventRow(tx, car, fact, { before: {}, after: trackedOf(car), ignoreReason: null })];
  const life: Life = { car, events, news: builtNews(car, fact) };
  if (placed) tell(tx, life, { ...placed, type: "placed", clock: "place" }, placeChanges(car, placed));
  if (mileage) {
    requireMileage(mileage.mileageKm);
    const read = { mileageKm: mileage.mileageKm, mileageAt: mileage.at };
    tell(tx, life, { ...mileage, type: "mileage", clock: "mileage" }, read);
  }
  return life;
}

type ClockedFact = CarFact & { readonly at: Date; readonly clock: "place" | "mileage" };

function tell(tx: Tx, life: Life, { eventId, ...rest }: ClockedFact, changes: CarChanges): void {
  const fact = { ...rest, eventId: eventId ?? `${life.car.id}:${rest.type}` };
  if (fact.at.getTime() > tx.now.getTime() + tx.param(futureMinutes) * 60_000) throw carErrors.eventFuture();
  const before = life.car;
  const changed = {
    ...before,
    ...changes,
    eventNo: before.eventNo + 1,
    clocks: wound(before.clocks, fact, fact.clock),
  };
  const after: CarRow = { ...changed, whereabouts: whereaboutsOf(changed) };
  life.events.push(eventRow(tx, after, fact, { ...differences(before, after), ignoreReason: null }));
  life.news.push(...newsOf(before, after, fact));
  life.car = after;
}
