import type { BodyOf } from "@ops/platform/contract";
import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { carErrors, holdStates } from "../../contract/index.ts";
import { registerCar } from "../register/register-car.ts";
import { flagsOf, requireSpec, type Spec } from "../register/spec.ts";
import { getCar } from "./detail.ts";
import { lockCar } from "./lock-car.ts";
import { type PresentedDetail, presentCar } from "./present.ts";
import { type CarRow, cars } from "./tables.ts";
import { tellCar } from "./tell-car.ts";

/**
 * A car for a change by a person: in the person's scope, of the version that was read, and after a short wait only. The scope
 * comes first: whoever does not see the car neither holds its lock nor learns that somebody else does (PF-R106).
 */
export async function lockForPerson(tx: Tx, id: string, version: number | null): Promise<CarRow> {
  await requireRecord(tx, cars, id);
  await lockCar(tx, id);
  return lockRecord(tx, cars, id, version, presentCar);
}

export async function createCar(tx: Tx, body: BodyOf<typeof contract.createCar>): Promise<PresentedDetail> {
  const { replacesCarId, ...told } = body;
  const wrong = replacesCarId ? { replacesCarId: (await lockForPerson(tx, replacesCarId, null)).id } : {};
  const { carId } = await registerCar(tx, { ...told, ...wrong, buildState: "BUILT", source: "CONSOLE" });
  return getCar(tx, carId);
}

/** VE-R17: free while nobody holds the car. */
export async function editCar(tx: Tx, id: string, body: BodyOf<typeof contract.editCar>): Promise<PresentedDetail> {
  const car = await lockForPerson(tx, id, body.version);
  if (car.holdState !== "FREE" && car.holdState !== "RETURNED") throw illegal(car);
  return correct(tx, car, body, null);
}

/** VE-R17: with an order the whole specification, with an owner only colours and numbers; a lock has to go first. */
export async function correctCarSpec(
  tx: Tx,
  id: string,
  body: BodyOf<typeof contract.correctCarSpec>,
): Promise<PresentedDetail> {
  const car = await lockForPerson(tx, id, body.version);
  const isSameBuild = car.carConfigId === body.carConfigId && sorted(car.optionCodes) === sorted(body.optionCodes);
  const isRefused =
    car.holdState === "LOCKED" || car.holdState === "OFF" || (car.holdState === "DELIVERED" && !isSameBuild);
  if (isRefused) throw illegal(car);
  tx.trail.reason = body.reason;
  return correct(tx, car, body, body.reason);
}

const sorted = (codes: readonly string[]) => codes.toSorted().join();
const illegal = (car: CarRow) => carErrors.stateIllegal({ state: holdStates.label(car.holdState), action: "更正配置" });

async function correct(
  tx: Tx,
  car: CarRow,
  body: BodyOf<typeof contract.editCar>,
  note: string | null,
): Promise<PresentedDetail> {
  const { motorNos, engineNo, batteryNo } = body;
  const spec = await requireSpec(tx, body);
  const flags = await flagsOf(tx, car.vin, spec, car.flags.includes("CHECK_ODD"));
  const fact = { type: "specCorrected", source: "CONSOLE", ...(note ? { note } : {}) } as const;
  const told = await tellCar(tx, car, fact, () => ({ ...specified(spec), flags, motorNos, engineNo, batteryNo }));
  return presentCar(tx, told.car);
}

const specified = ({ carConfigId, optionCodes, extColor, intColor, configKey }: Spec) => ({
  carConfigId,
  optionCodes,
  extColor,
  intColor,
  configKey,
});
