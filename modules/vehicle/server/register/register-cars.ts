import { onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { readVin } from "../../contract/index.ts";
import { vinCheck } from "../car-record/params.ts";
import type { CarRow } from "../car-record/tables.ts";
import { enterFreshCars, type FreshCar } from "./enter-cars.ts";
import { linkReplaced, lockVins, type NewCar, type Registered, requireEqual } from "./register-car.ts";
import { builtBy, type Spec, specIn } from "./spec.ts";

interface Wanted {
  readonly vin: string;
  readonly told: NewCar;
  readonly spec: Spec;
}

/**
 * Registers a car. A known VIN with equal facts answers that car; with other facts it is refused with VEHICLE_VIN_DUP
 * (VE-R3).
 */
export async function registerCar(tx: Tx, told: NewCar): Promise<Registered> {
  return onlyOf(await registerCars(tx, [told]));
}

/**
 * Registers several cars with a few statements; each ends as with `registerCar`. The VINs are locked in sorted order,
 * so that two lists never deadlock.
 */
export async function registerCars(tx: Tx, list: readonly NewCar[]): Promise<Registered[]> {
  const wanted = await wantedOf(tx, list);
  const vins = [...new Set(wanted.map(({ vin }) => vin))].sort();
  await lockVins(tx, vins);
  const { rows } = await sql<CarRow>`select * from car where vin = any(${vins}::text[])`.execute(tx.kysely);
  const cars = new Map(rows.map((car) => [car.vin, car]));
  const fresh = new Map<string, FreshCar>();
  for (const { vin, told, spec } of wanted) {
    const isNew = !cars.has(vin) && !fresh.has(vin);
    if (isNew) fresh.set(vin, { told, spec, placed: null, mileage: null });
  }
  for (const car of await enterFreshCars(tx, [...fresh.values()])) cars.set(car.vin, car);
  const answers: Registered[] = [];
  for (const { vin, told, spec } of wanted) {
    const car = cars.get(vin);
    if (!car) throw new Error(`the car ${vin} did not enter the register`);
    const created = fresh.get(vin)?.told === told;
    if (!created) requireEqual(car, spec);
    else if (told.replacesCarId) await linkReplaced(tx, told.replacesCarId, car.id);
    answers.push({ carId: car.id, created });
  }
  return answers;
}

async function wantedOf(tx: Tx, list: readonly NewCar[]): Promise<Wanted[]> {
  const built = await builtBy(tx, list);
  const wanted: Wanted[] = [];
  for (const told of list) {
    const { vin } = readVin(told.vin, tx.param(vinCheck));
    wanted.push({ vin, told, spec: await specIn(tx, built, told) });
  }
  return wanted;
}
